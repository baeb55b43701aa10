import { Refused } from '../../platform/reply.js';

/** The JSON in a webhook's body. @throws Refused 422 */
export function parseJson(text: string): unknown {
  const value = jsonIn(text);
  if (value === undefined) throw new Refused('The body is not JSON.', 422);
  return value;
}

/** The JSON in a text; undefined for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The refusal of a webhook's request without the provider's signature. */
export function notSigned(): Refused {
  return new Refused('The signature is not valid.', 401);
}
