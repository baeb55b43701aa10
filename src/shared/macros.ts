import { z } from 'zod';
import { macro } from './answers/macros.js';
import {
  looseBoolean,
  optionalText,
  orderId,
  requiredText,
  rowId,
  seenMessage,
  seenVersion,
  trimmed,
} from './input.js';
import { questionLength, remarkLength } from './limits.js';
import { type MacroFlag, macroFlags, seenParts } from './macro-rules.js';
import { resendMail } from './mail.js';
import { type MacroMailKind, macroMailKinds } from './mail-kinds.js';
import { type MoveTarget, moveTargets } from './order-statuses.js';

/** What a macro does (docs/orders.md#macros). */
export const saveMacro = z
  .object({
    name: requiredText('Please name the macro.', 60),
    shared: looseBoolean.describe('Whether it is everybody’s.'),
    remark: requiredText('Please write the remark that it adds.', remarkLength),
    flags: z
      .array(z.enum(macroFlags as [MacroFlag, ...MacroFlag[]], { error: 'There is no such tick.' }), {
        error: 'Please give the ticks as a list.',
      })
      .max(macroFlags.length, 'Each tick can be given once.')
      .transform((flags) => [...new Set(flags)]),
    move: trimmed(
      z
        .union([z.enum(moveTargets as [MoveTarget, ...MoveTarget[]]), z.literal('')], {
          error: 'There is no such status to move to.',
        })
        .nullish(),
    ).transform((move) => move || null),
    mail: trimmed(
      z
        .union([z.enum(macroMailKinds as [MacroMailKind, ...MacroMailKind[]]), z.literal('')], {
          error: 'A macro can’t send such a mail.',
        })
        .nullish(),
    ).describe('The kind of mail that it sends; `question` where there is a question and no kind.'),
    question: optionalText(questionLength).describe('The text of the mail of kind `question`.'),
  })
  .transform(({ mail: kind, question, ...macro }) => {
    const mail = kind || (question ? ('question' as const) : null);
    return { ...macro, mail, question: mail === 'question' ? (question ?? null) : null };
  })
  .refine(({ mail, question }) => mail !== 'question' || question !== null, {
    path: ['question'],
    error: 'Please write the question.',
  });
export type SaveMacro = z.infer<typeof saveMacro>;

export const macroId = rowId('There is no such macro.');

/** The order to apply a macro to; `version` and `seen` are what the member saw, and the provider is that of its mail. */
export const applyMacro = z.object({
  orderId: orderId(),
  macroId,
  version: seenVersion,
  mailServiceProvider: resendMail.shape.mailServiceProvider,
  seenMail: resendMail.shape.seenMail,
  seenMessage,
  question: optionalText(questionLength).describe('The text to mail in place of the macro’s own question.'),
  seen: macro
    .pick(seenParts)
    .partial()
    .optional()
    .describe('What the macro did as the member saw it. One that does something else by now is refused.'),
});
export type ApplyMacro = z.infer<typeof applyMacro>;
