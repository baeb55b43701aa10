import { Refused } from '../../platform/reply.js';

/** The JSON in a webhook's body. @throws Refused 422 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('The body is not JSON.', 422);
  }
}

/** The refusal of a webhook's request without the provider's signature. */
export function notSigned(): Refused {
  return new Refused('The signature is not valid.', 401);
}
