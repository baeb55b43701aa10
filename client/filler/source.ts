import { type Filling } from '@shared/answers/filler';

/** Why there is nothing to fill in, in words for the member. */
export class NotFilled extends Error {}

/** Where the product is: written in when the script is given out. */
const desk = '__DESK__';

/** A code of the order's page, with or without its dashes. */
const code = /^(?:[2-9A-Z]{5}-?){3}$/i;

/** The values, and the code by which the page's answer is told; without it where the values were pasted. */
export type Opened = Filling & { answer?: string };

/**
 * Where the values come from: a code, which the product is asked with, or the values themselves as a text for pages that let no
 * script call.
 * @returns undefined when the member gave none
 * @throws {NotFilled} when it is another text, or the code is not good
 */
export async function source(): Promise<Opened | undefined> {
  const text = window.prompt('Paste the code of the order’s page:')?.trim();
  if (!text) return undefined;
  return code.test(text) ? ask(text) : readFilling(text);
}

async function ask(given: string): Promise<Opened> {
  const answer = await fetch(`${desk}/api/filler/${given}`, { credentials: 'omit' }).catch(() => {
    throw new NotFilled(
      'The page does not let the script call the desk. Copy the values there, and paste them in place of the code.',
    );
  });
  const { message, data } = (await answer.json()) as { message: string; data: Opened };
  if (!answer.ok) throw new NotFilled(message);
  return checked(data);
}

/** What a member does where the product does not hear of the answer. */
export const sayIt = 'Say on the order’s page that the form was sent.';

/** Says what the form answered. @throws {NotFilled} when it could not be told, or the order takes it no more */
export async function tell(given: string, answer: object): Promise<void> {
  const told = await fetch(`${desk}/api/filler/${given}/result`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(answer),
  }).catch(() => undefined);
  if (told?.status === 409) throw new NotFilled(((await told.json()) as { message: string }).message);
  if (!told?.ok) throw new NotFilled(`The desk could not be told. ${sayIt}`);
}

/** Reads JSON in base64url. */
function readFilling(text: string): Filling {
  let read: unknown;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    read = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))));
  } catch {
    throw new NotFilled('This is no code, and not what the order’s page copies. Copy it there again.');
  }
  return checked(read);
}

function checked(read: unknown): Opened {
  const { v, values, order, answer } = (read ?? {}) as Partial<Record<keyof Opened, unknown>>;
  if (v !== 1) throw new NotFilled('This text is of another version than this script. Get both again.');
  if (typeof order !== 'string' || !isTexts(values)) throw new NotFilled('This text is incomplete. Copy it again.');
  return { v, order, values, ...(typeof answer === 'string' && { answer }) };
}

function isTexts(values: unknown): values is Filling['values'] {
  return typeof values === 'object' && values !== null && Object.values(values).every((one) => typeof one === 'string');
}
