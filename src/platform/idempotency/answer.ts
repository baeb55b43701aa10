import { Refused, Reply } from '../reply.js';

/** The stored outcome of a request. Its repeat is answered from it, in the form for API callers or for pages. */
export type Answer =
  | { ref: string; reply: Pick<Reply, 'message' | 'data' | 'beside' | 'toast' | 'to' | 'code'> }
  | { ref: string; refusal: Pick<Refused, 'message' | 'code' | 'errors' | 'beside' | 'data' | 'to'> };

/** Refusals with these codes are temporary and are not stored: a repeat is handled again. */
const passing: readonly number[] = [429, 503];

/** The outcome to store for a reply; undefined for a read or a file, which need none. */
export function keptReply(ref: string, reply: unknown): Answer | undefined {
  if (!(reply instanceof Reply) || reply.toast === null) return undefined;

  const { message, data, beside, toast, to, code } = reply;
  return { ref, reply: { message, data, beside, toast, to, code } };
}

/** The outcome to store for a refusal; undefined for a failure and for a temporary refusal. */
export function keptRefusal(ref: string, refused: unknown): Answer | undefined {
  if (!(refused instanceof Refused) || passing.includes(refused.code)) return undefined;

  const { message, code, errors, beside, data, to } = refused;
  return { ref, refusal: { message, code, errors, beside, data, to } };
}

/** @throws Refused when the first answer was a refusal. */
export function answerAgain(answer: Answer): Reply {
  if ('refusal' in answer) {
    const { message, code, ...more } = answer.refusal;
    throw Object.assign(new Refused(message, code), more, { ref: answer.ref });
  }

  const { message, data, beside, toast, ...more } = answer.reply;
  return Object.assign(new Reply(message, data, beside, toast), more, { ref: answer.ref });
}
