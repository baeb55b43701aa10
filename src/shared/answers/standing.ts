import { z } from 'zod';
import { mailStates } from '../mail-kinds.js';
import { allStatuses, type OrderStatus } from '../order-statuses.js';
import { calendarDay, encodedId, utcMoment, wholeNumber } from '../output.js';
import { cardOutcomes, listedStandings, type Standing, standingRows } from '../standing.js';

/** An order of the board (docs/orders.md#standing). */
export const listedRow = z
  .object({
    order_id: wholeNumber,
    encoded_id: encodedId,
    process_status: z.enum(allStatuses as [OrderStatus, ...OrderStatus[]]),
    full_name: z.string(),
    doa: calendarDay,
    processing_date: calendarDay,
    assign_to: z.string().nullable().describe('The holder’s name.'),
    version: wholeNumber,
    card_due: z.boolean(),
    wrote: z.boolean().describe('The customer wrote, and nobody has answered or read it.'),
    standing: z.enum(Object.keys(standingRows) as [Standing, ...Standing[]]),
    card_mail: z
      .object({ state: z.enum(mailStates), failure: z.string().nullable() })
      .nullable()
      .describe('The newest mail with the card; null when there is none.'),
  })
  .meta({ id: 'AtRiskRow' });
export type ListedRow = z.infer<typeof listedRow>;

/** How many orders of the board have each standing. */
export const standingCounts = z.object(
  Object.fromEntries(listedStandings.map((name) => [name, wholeNumber])) as Record<
    (typeof listedStandings)[number],
    typeof wholeNumber
  >,
);
export type StandingCounts = z.infer<typeof standingCounts>;

/** What a member said became of a card that the product did not deliver. */
const cardOutcomeEntry = z
  .object({ outcome: z.enum(cardOutcomes), said_by: z.string(), create_ts: utcMoment })
  .meta({ id: 'CardOutcome' });
export type CardOutcomeEntry = z.infer<typeof cardOutcomeEntry>;
