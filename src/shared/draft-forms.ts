import { amendSections } from './amend-fields.js';
import { remarkFlags } from './remark-flags.js';

/** The forms whose input is saved as a draft while it is typed, with the saved fields. A password is never saved. */
export const draftForms = {
  remark: ['remark', ...remarkFlags.map(({ name }) => name)],
  question: ['question'],
  transaction: ['transactionId', 'merchantName'],
  member: ['name', 'email', 'type'],
  amendName: [...amendSections.amendName.fields, 'reason'],
  amendPassport: [...amendSections.amendPassport.fields, 'reason'],
  amendEmail: [...amendSections.amendEmail.fields, 'reason'],
  amendPhone: [...amendSections.amendPhone.fields, 'reason'],
  amendDates: [...amendSections.amendDates.fields, 'reason'],
  amendTravel: [...amendSections.amendTravel.fields, 'reason'],
  amendStay: [...amendSections.amendStay.fields, 'reason'],
} as const satisfies Record<string, readonly string[]>;

export type DraftForm = keyof typeof draftForms;
export type DraftFields = Record<string, string | boolean>;

type Draft = { fields: DraftFields; revision: string };
/** The drafts of a screen as of `read_at`, by the database's clock. A form missing in `kept` has no draft. */
export type Drafts = { read_at: string; kept: Partial<Record<DraftForm, Draft>> };

/** The fields of a form's data that a draft saves. */
export function keptFields(form: DraftForm, data: Record<string, unknown>): DraftFields {
  const kept = Object.entries(data).filter(([name]) => (draftForms[form] as readonly string[]).includes(name));
  return Object.fromEntries(kept) as DraftFields;
}
