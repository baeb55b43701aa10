import type { ListEntry } from '../../shared/corrections.js';
import type { FormId } from '../../shared/form/controls.js';
import { type FormRow, formModes, formStates, formStays } from '../../shared/form/lists.js';
import { rowOf } from './authority-form.js';
import { countryOf } from './countries.js';
import { formCities, formCountries } from './lists.js';
import { kept } from './places.js';

/** What is written on an order for a row, so that the row is surely meant by it. */
const entry = ({ label }: Pick<FormRow, 'label'>): ListEntry => ({ value: label, label });

/** Countries are written by their code. One whose code means another country, such as an old one, is not offered. */
const countries = kept(() =>
  formCountries
    .filter(({ code }) => Object.entries(countryOf(code)).join() === `code,${code}`)
    .map(({ code, label }) => ({ value: code, label })),
);

/** Sex is written as passports have it. */
const sexes: ListEntry[] = [
  { value: 'F', label: 'FEMALE' },
  { value: 'M', label: 'MALE' },
];

const lists: Partial<Record<FormId, () => ListEntry[]>> = {
  nationality: countries,
  pob: countries,
  embark: countries,
  sex: () => sexes,
  trvlMode: () => formModes.map(entry),
  accommodationStay: () => formStays.map(entry),
  accommodationState: () => formStates.map(entry),
};

/**
 * The entries of a control's list, each with the text that is written on an order for it (docs/form.md#how-texts-become-rows).
 * @param state the code of the state whose cities are meant; undefined when it is not known
 * @returns null where a text is written: no list, or no row of a city of this state is known
 */
export function entriesOf(id: FormId, state: string | undefined): ListEntry[] | null {
  if (id !== 'accommodationCity') return lists[id]?.() ?? null;
  const own = state === undefined ? [] : citiesOf(state);
  return own.length > 0 ? own.map(cityEntry) : null;
}

/** The code of the row of this state that an entry of the cities means; undefined for another text. */
export function cityCodeOf(value: string, state: string | undefined): string | undefined {
  return state === undefined ? undefined : citiesOf(state).find((row) => cityEntry(row).value === value)?.code;
}

/** The entry of a row, by the code of the row; undefined when none is offered for it. */
export function entryOf(id: FormId, code: string, state: string | undefined): ListEntry | undefined {
  const label = rowOf(id, code);
  if (label === undefined) return undefined;
  const shown = id === 'accommodationCity' ? cityEntry({ code, label }).label : label;
  return entriesOf(id, state)?.find((one) => one.value === code || one.label === shown);
}

function citiesOf(state: string): FormRow[] {
  return formCities.filter(({ code }) => code.startsWith(state));
}

/** The row of the whole state has the state's name, which as a city would leave open what is meant. */
function cityEntry({ code, label }: Omit<FormRow, 'readOn'>): ListEntry {
  return entry({ label: code.endsWith('00') ? `SOMEWHERE IN ${label}` : label });
}
