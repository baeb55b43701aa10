import { type Control, formControls, type FormId, readOn } from './controls.js';

const { passNo, nationality, email, region, mobile } = formControls;
const pinKeyId: Control = { label: 'PIN', kind: 'text', max: 8, readOn };

/**
 * The fields of the authority's pages *Check Registration* and *Check Visit Pass*, by their names there
 * (docs/form.md#the-slip-and-the-visit-pass). A change of a page is a change of these rows.
 */
const rows = {
  registration: { passNo, nationality, pinKeyId },
  'visit-pass': { passNo, nationality, email, regCd: region, mobile, pinKeyId },
};

export type LookupPage = keyof typeof rows;
export type LookupId<Page extends LookupPage = LookupPage> = keyof (typeof rows)[Page] & string;
export const lookupControls: { [Page in LookupPage]: Record<LookupId<Page>, Control> } = rows;

/** The fields of a page, in its order. */
export function lookupIds<Page extends LookupPage>(page: Page): LookupId<Page>[] {
  return Object.keys(rows[page]) as LookupId<Page>[];
}

/** The days by which a trip is found among the ones that *Check Registration* lists: the authority keeps earlier ones. */
export const tripDays = ['arrDt', 'depDt'] as const satisfies FormId[];
