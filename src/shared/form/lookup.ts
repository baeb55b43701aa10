import { type Control, formControls, type FormId, readOn } from './controls.js';

/**
 * The fields of the authority's page *Check Registration*, by their names there (docs/form.md#the-slip). A change of the page is
 * a change of these rows.
 */
const rows = {
  passNo: formControls.passNo,
  nationality: formControls.nationality,
  pinKeyId: { label: 'PIN', kind: 'text', max: 8, readOn },
} satisfies Record<string, Control>;

export type LookupId = keyof typeof rows;
export const lookupControls: Record<LookupId, Control> = rows;
export const lookupIds = Object.keys(rows) as [LookupId, ...LookupId[]];

/** The days by which a trip is found among those that the page lists: the authority keeps earlier ones. */
export const tripDays = ['arrDt', 'depDt'] as const satisfies FormId[];
