import { type FormList, readOn } from './controls.js';

/** A row of one of the form's lists: its value, its text, and the day on which it was read off the form, YYYY-MM-DD. */
export type FormRow = { code: string; label: string; readOn: string };

export const formStates = formRows(`
  01 JOHOR | 02 KEDAH | 03 KELANTAN | 04 MELAKA | 05 NEGERI SEMBILAN | 06 PAHANG | 07 PULAU PINANG | 08 PERAK | 09 PERLIS
  10 SELANGOR | 11 TERENGGANU | 12 SABAH | 13 SARAWAK | 14 WP KUALA LUMPUR | 15 WP LABUAN | 16 WP PUTRAJAYA`);

export const formModes = formRows('1 AIR | 2 LAND | 3 SEA');

export const formStays = formRows('01 HOTEL/MOTEL/REST HOUSE | 02 RESIDENCE OF FRIENDS/RELATIVES | 99 OTHERS');

export const formSexes = formRows('1 MALE | 2 FEMALE');

/** The lists whose every row is known. Server and filling script read them here. */
export const wholeLists = {
  sex: formSexes,
  mode: formModes,
  stay: formStays,
  state: formStates,
} as const satisfies Partial<Record<FormList, readonly FormRow[]>>;

/** Rows from a table of `code label`, with `|` between them or at the end of a line. */
export function formRows(table: string): readonly FormRow[] {
  return table
    .split(/[|\n]/)
    .map((row) => row.trim())
    .filter(Boolean)
    .map((row) => ({ code: row.split(' ')[0]!, label: row.slice(row.indexOf(' ') + 1), readOn }));
}
