import { formControls, type FormId, formIds } from './controls.js';

/** What else the authority's page may call a control than its label there, which is also the name that is looked for. */
const otherNames: Partial<Record<FormId, readonly string[]>> = {
  passNo: ['Passport Number'],
  nationality: ['Nationality', 'Citizenship'],
  passExpDte: ['Passport Expiry'],
  confirmEmail: ['Confirmation Email'],
  region: ['Region Code', 'Country Code'],
  mobile: ['Mobile Number'],
  vesselNm: ['Flight', 'Vessel', 'Transportation No.'],
  embark: ['Last Port of Embarkation', 'Port of Embarkation'],
  accommodationAddress1: ['Address'],
};

/** Every name and its control, the longest first: `Address line 2` is not `Address`. */
const names = formIds
  .flatMap((id) => [formControls[id].label, ...(otherNames[id] ?? [])].map((name) => ({ id, name: lettersOf(name) })))
  .toSorted((one, other) => other.name.length - one.name.length);

/**
 * The controls of the authority's form that a text of its page names, in the form's order; none where it names none. The
 * words of the page's refusals are not known, so it is its labels that are looked for
 * (docs/form.md#the-script-that-fills-the-form).
 */
export function controlsNamedIn(text: string): FormId[] {
  let rest = lettersOf(text);
  const found = new Set<FormId>();
  for (const { id, name } of names) {
    if (!rest.includes(name)) continue;
    found.add(id);
    rest = rest.replaceAll(name, ' . ');
  }
  return formIds.filter((id) => found.has(id));
}

/** The words of a text in small letters, each between blanks. */
function lettersOf(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return ` ${words.join(' ')} `;
}
