import { customer } from '../activity/actor.js';
import type { Order } from '../database/order.entity.js';
import { entriesOf } from '../platform/form/entries.js';
import { Refused } from '../platform/reply.js';
import { amendChanges, type AmendChanges } from '../shared/amend.js';
import type { FormField } from '../shared/authority-form.js';
import { type CorrectionName, correctionFields, correctionNames } from '../shared/correction-fields.js';
import type { AskedField } from '../shared/corrections.js';
import { valuesOf } from './amend.js';

/** What a customer wrote into fields of the form. */
export type Written = Partial<Record<CorrectionName, string>>;

/** What the customer of an order is asked for, and the authority's form as the order fills it. */
export type Asked = { asked: AskedField[]; form: FormField[] };

const notADay = 'Please enter a day of the calendar.';

/**
 * What is written, checked field by field; without empty fields, and without what may stay as it is.
 * @throws Refused 422 for a field that is not asked for or has no such value, and when nothing is written
 */
export function changesOf(order: Order, { asked, form }: Asked, written: Written): AmendChanges {
  const errors: Record<string, string> = {};
  const given: Written = {};
  const before = valuesOf(order);
  const state = stateCodeIn(form);
  for (const name of correctionNames) {
    const field = asked.find((one) => one.name === name);
    const value = cleaned(name, written[name]);
    if (!field && written[name] !== undefined) errors[name] = 'This is not asked for.';
    if (!field || value === '') continue;
    // what may be right as it is stays, and so does a city that the form's list lacks
    const { control, limit } = correctionFields[name];
    const list = control ? entriesOf(control, state) : null;
    const mayStay = field.kind === 'doubtful' || field.kind === 'also' || (name === 'city' && list === null);
    const isSame = value === before[name];
    if (isSame && isConfirmed(field, value)) given[name] = list!.find((one) => one.value === value)?.label ?? value;
    else if (isSame && mayStay) continue;
    else if (isSame) errors[name] = field.why;
    else if (list && !list.some((one) => one.value === value)) errors[name] = 'Please choose one from the list.';
    else if (limit && value.length > limit) errors[name] = `At most ${limit} characters.`;
    else given[name] = value;
  }
  const checked = amendChanges.safeParse(given);
  for (const { path } of checked.error?.issues ?? []) errors[String(path[0])] ??= wrong(String(path[0]));
  if (Object.keys(errors).length > 0) throw Refused.input(errors);
  if (Object.keys(given).length === 0) throw Refused.input(emptyOf(asked));

  return checked.data!;
}

/** Whether the last change of the order is this very one, which came twice. */
export function isSentTwice(order: Order, version: number, written: Written): boolean {
  const now = valuesOf(order);
  const values = correctionNames.map((name) => [now[name], cleaned(name, written[name])]);
  const isSame = values.every(([kept, sent]) => sent === '' || sent === kept);
  return order.changedBy === customer.name && order.version === version + 1 && isSame;
}

/**
 * Whether the customer says once more what the port of the order contradicts. The name of the country is then written instead
 * of its code, so that it is an amendment with a choice.
 */
function isConfirmed({ name, kind }: AskedField, value: string): boolean {
  return name === 'embarkation_country' && kind === 'doubtful' && value !== malaysia;
}

/** The code of the state that is surely meant; undefined when none is. */
export function stateCodeIn(form: FormField[]): string | undefined {
  return form.find(({ id }) => id === 'accommodationState')?.code ?? undefined;
}

const malaysia = 'MYS';

/** Without blanks at its ends; those of a passport number are left out. */
function cleaned(name: CorrectionName, value = ''): string {
  return name === 'passport_no' ? value.replace(/\s/g, '') : value.trim();
}

/**
 * @throws Refused 422 for what the form would refuse, and for what the same check would doubt again; what another check doubts
 * is asked next. A city without a list is chosen from one once its state is known.
 */
export function refuseFailing(before: AskedField[], { asked, form }: Asked, changes: AmendChanges): void {
  const errors: Record<string, string> = {};
  if (changes.doa && form.some(({ id, fault }) => id === 'depDt' && fault)) errors['dod'] = departsBeforeArrival;
  for (const { name, kind, why } of asked) {
    const isDoubtedAgain = kind === 'doubtful' && before.some((one) => one.name === name && one.why === why);
    const fails = kind === 'refused' || kind === 'missing' || isDoubtedAgain;
    if (fails && changes[name] !== undefined && name !== 'city') errors[name] ??= why;
  }
  if (Object.keys(errors).length > 0) throw Refused.input(errors);
}

const departsBeforeArrival = 'The departure is before the arrival.';

function wrong(name: string): string {
  return correctionFields[name as CorrectionName].kind === 'date' ? notADay : 'Please look at this again.';
}

/** What is said at each field when nothing was corrected. */
function emptyOf(asked: AskedField[]): Record<string, string> {
  const needed = asked.filter(({ kind }) => kind !== 'also');
  return Object.fromEntries(
    needed.map(({ name, kind, why }) => [name, kind === 'missing' ? `Missing: ${correctionFields[name].label}` : why]),
  );
}

export function namesOf({ asked }: Asked): CorrectionName[] {
  return asked.filter(({ kind }) => kind !== 'also').map(({ name }) => name);
}
