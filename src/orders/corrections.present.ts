import type { Correction } from '../database/correction.entity.js';
import { entriesOf, entryOf } from '../platform/form/entries.js';
import { type AmendValues, endOf } from '../shared/amend-fields.js';
import type { CorrectionEntry } from '../shared/answers/amend.js';
import type { FormField } from '../shared/authority-form.js';
import { correctionFields } from '../shared/correction-fields.js';
import type { AskedField, CorrectionField } from '../shared/corrections.js';
import { stateCodeIn } from './corrections.js';

/**
 * A field of the customer's form. A text is filled in as it was sent, a list with the row that is surely meant. Of a passport
 * number the customer sees the end, of a date of birth nothing.
 */
export function toCorrectionField(field: AskedField, values: AmendValues, form: FormField[]): CorrectionField {
  const { control: id, hidden, kind } = correctionFields[field.name];
  const sent = values[field.name];
  if (hidden) return { ...field, value: '', said: kind === 'date' || !sent ? null : endOf(sent), near: [], list: null };

  const state = stateCodeIn(form);
  const list = id === undefined ? null : entriesOf(id, state);
  if (id === undefined || list === null) return { ...field, value: sent, said: null, near: [], list: null };

  const { code, choices } = form.find((one) => one.id === id)!;
  const chosen = code === null ? undefined : entryOf(id, code, state)?.value;
  const near = choices.flatMap((choice) => entryOf(id, choice.code, state) ?? []);
  return { ...field, value: chosen ?? '', said: chosen === undefined && sent ? sent : null, near, list };
}

/** A correction's origin with its wire names. */
export function toCorrection({ id, createTs, ip, location }: Correction): CorrectionEntry {
  return { id, create_ts: createTs.toISOString(), ip, location };
}
