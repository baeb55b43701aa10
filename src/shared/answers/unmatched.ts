import { z } from 'zod';
import { disputeStates, type DisputeState } from '../dispute-states.js';
import { allInboundKinds, type InboundKind } from '../inbound-kinds.js';
import { allStatuses, type OrderStatus } from '../order-statuses.js';
import { calendarDay, utcMoment, wholeNumber } from '../output.js';

const kinds = ['dispute', 'warning', 'mail'] as const;

/** An order that an entry may belong to. */
const candidate = z
  .object({
    order_id: wholeNumber,
    encoded_id: z.string(),
    full_name: z.string(),
    doa: calendarDay,
    process_status: z.enum(allStatuses as [OrderStatus, ...OrderStatus[]]),
    why: z.string().describe('What speaks for this order.'),
  })
  .meta({ id: 'UnmatchedCandidate' });

/** A dispute, an early warning or a mail that fits no single order. */
export const unmatchedEntry = z
  .object({
    id: wholeNumber,
    kind: z.enum(kinds),
    create_ts: utcMoment,
    why: z.string().describe('Why it fits no single order.'),
    candidates: z.array(candidate),
    case: z
      .object({
        id: z.string(),
        state: z.enum(Object.keys(disputeStates) as [DisputeState, ...DisputeState[]]).nullable(),
        reason: z.string().nullable(),
        amount: z.string().nullable(),
        currency: z.string().nullable(),
        reply_by: utcMoment.nullable(),
        charges: z.array(z.string()).describe('The ids by which its order may be found.'),
      })
      .nullable()
      .describe('Of a dispute or an early warning.'),
    mail: z
      .object({
        mailbox: z.string(),
        sender: z.string(),
        subject: z.string(),
        text: z.string().describe('Its first 2,000 letters, without a PIN.'),
        kind: z.enum(allInboundKinds as [InboundKind, ...InboundKind[]]),
      })
      .nullable(),
    aside: z
      .object({ at: utcMoment, by: z.string(), reason: z.string() })
      .nullable()
      .describe('When, by whom and why it was set aside.'),
  })
  .meta({ id: 'UnmatchedEntry' });
export type UnmatchedEntry = z.infer<typeof unmatchedEntry>;
