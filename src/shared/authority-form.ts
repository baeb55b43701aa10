import { endOf } from './amend-fields.js';
import type { FormId } from './form/controls.js';

/** A row of a list of the form: the value that it sends, and what it shows. */
export type FormChoice = { code: string; name: string };

/** A control of the authority's form, filled for an order (docs/form.md#the-authoritys-form). */
export type FormField = {
  id: FormId;
  label: string;
  /** What is typed, or the name of the row that is chosen; '' while that is not known. */
  value: string;
  /** The value of the row that is chosen; null for a text, and for a row whose code nobody has read. */
  code: string | null;
  /** What the shop sent, where the form says it otherwise; null where it is the same. */
  sent: string | null;
  /** Why the form will refuse it, or what has to be chosen; null when it will take it. */
  fault: string | null;
  /** What to look at, although the form will take it. */
  note: string | null;
  /** The rows that may be meant, the nearest first. */
  choices: FormChoice[];
  /** Whether a member chose the row. */
  chosen: boolean;
};

/** What was submitted to the authority: when, by whom, and the value of each control. `at` is ISO 8601 in UTC. */
export type Submitted = { at: string; by: string; fields: { id: FormId; value: string }[] };

const passport: FormId = 'passNo';

/** The fields with the end of the passport number alone (docs/people.md#passport-numbers). */
export function withoutPassport<Field extends { id: FormId; value: string }>(fields: Field[]): Field[] {
  return fields.map((field) => (field.id === passport ? { ...field, value: endOf(field.value) } : field));
}

/** How many of the fields the form will refuse. */
export function faultsOf(fields: readonly Pick<FormField, 'fault'>[]): number {
  return fields.filter(({ fault }) => fault !== null).length;
}

/** How the sentence begins that says so. */
export const formRefusal = 'The form will refuse';

/** That the form will refuse so many values of an order, without a full stop. */
export function formRefuses(faults: number): string {
  return `${formRefusal} ${faults === 1 ? 'one value' : `${faults} values`} of this order`;
}
