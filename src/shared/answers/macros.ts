import { z } from 'zod';
import { type MacroFlag, macroFlags } from '../macro-rules.js';
import { type MacroMailKind, macroMailKinds } from '../mail-kinds.js';
import { type MoveTarget, moveTargets } from '../order-statuses.js';
import { wholeNumber } from '../output.js';

/** What members do again and again, under a name. */
export const macro = z
  .object({
    id: wholeNumber,
    name: z.string(),
    shared: z.boolean().describe('Whether it is everybody’s.'),
    remark: z.string(),
    flags: z.array(z.enum(macroFlags as [MacroFlag, ...MacroFlag[]])).describe('The ticks of the remark.'),
    move: z
      .enum(moveTargets as [MoveTarget, ...MoveTarget[]])
      .nullable()
      .describe('The status to move the order to.'),
    mail: z
      .enum(macroMailKinds as [MacroMailKind, ...MacroMailKind[]])
      .nullable()
      .describe('The kind of the mail that goes to the customer.'),
    question: z.string().nullable().describe('The text of the mail of kind `question`.'),
    may_change: z.boolean().describe('Whether the caller may change or delete it.'),
  })
  .meta({ id: 'Macro' });
export type Macro = z.infer<typeof macro>;
