import { type FormId } from '@shared/form/controls';

/**
 * What the form is filled with. `values` has for each control what goes into it: a text as the form takes it, a date as
 * DD/MM/YYYY, of a list the code of the row, of the region its text as in `GERMANY (+49)`, of the city its code or its name.
 */
export type Filling = { v: 1; order: string; values: Partial<Record<FormId, string>> };

/** Why there is nothing to fill in, in words for the member. */
export class NotFilled extends Error {}

/**
 * Where the values come from: the text that the order's page copied, pasted into a question of the browser.
 * @returns undefined when the member gave none
 * @throws {NotFilled} when it is another text
 */
export async function source(): Promise<Filling | undefined> {
  const text = window.prompt('Paste what the order’s page copied for the form:')?.trim();
  return text ? readFilling(text) : undefined;
}

/** Reads JSON in base64url. */
function readFilling(text: string): Filling {
  let read: unknown;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    read = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))));
  } catch {
    throw new NotFilled('This is not what the order’s page copies. Copy it there again.');
  }
  const { v, values, order } = (read ?? {}) as Partial<Record<keyof Filling, unknown>>;
  if (v !== 1) throw new NotFilled('This text is of another version than this script. Get both again.');
  if (typeof order !== 'string' || !isTexts(values)) throw new NotFilled('This text is incomplete. Copy it again.');
  return { v, order, values };
}

function isTexts(values: unknown): values is Filling['values'] {
  return typeof values === 'object' && values !== null && Object.values(values).every((one) => typeof one === 'string');
}
