import { amendNames, type AmendName } from '../amend-fields.js';
import type { FormId } from './controls.js';

/** The rows of the authority's lists that a member chose for an order, by the form's control: `{"accommodationState":"14"}`. */
export type FormChoices = Partial<Record<FormId, string>>;

/** Which rows are chosen from each text of an order: they are chosen again when it changes. */
const chosenFrom: Partial<Record<AmendName, readonly FormId[]>> = {
  place_of_birth: ['pob'],
  nationality: ['nationality'],
  sex: ['sex'],
  mode_of_travel: ['trvlMode'],
  embarkation_country: ['embark'],
  last_port_embarkation: ['embark'],
  accommodation_type: ['accommodationStay'],
  accommodation_of_Stay: ['accommodationStay'],
  state: ['accommodationState', 'accommodationCity'],
  city: ['accommodationCity'],
};

/** The controls whose row a member can choose. */
export const chosenIds = [...new Set(Object.values(chosenFrom).flat())];

/** The texts of an order from which the row of this control is chosen. */
export function textsOf(id: FormId): AmendName[] {
  return amendNames.filter((name) => chosenFrom[name]?.includes(id));
}

/** The choices that are left when these texts of the order were amended. */
export function choicesAfter(choices: FormChoices, amended: readonly AmendName[]): FormChoices {
  const ended = new Set<string>(amended.flatMap((name) => chosenFrom[name] ?? []));
  return Object.fromEntries(Object.entries(choices).filter(([id]) => !ended.has(id)));
}
