import { copiedControls } from './form-controls.js';
import type { Values } from './registrations.js';

/**
 * Why the copy's server refuses a form, undefined when it takes it. What the authority's own server looks at is not known;
 * this one wants what the page itself wants, so not the place of birth, and of the accommodation only what was sent.
 */
export function refusalOf(values: Values): string | undefined {
  const missing = copiedControls.find(
    ({ id, isOptional, inAccommodation }) => !isOptional && !inAccommodation && id !== 'pob' && !values[id],
  );
  if (missing) return `${missing.label} is missing.`;
  if (!/^[A-Z ]{1,60}$/.test(values.name ?? '')) return 'The name is not valid.';
  if (!/^[A-Z0-9]{1,12}$/.test(values.passNo ?? '')) return 'The passport number is not valid.';
  if (values.email !== values.confirmEmail) return 'The addresses differ.';
  return undefined;
}
