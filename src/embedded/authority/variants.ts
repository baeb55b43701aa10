import { z } from 'zod';
import { copiedControls, type FormControl } from './form-controls.js';
import type { Option } from './lists.js';

/**
 * Ways in which the form may change, for tests of what meets it: parameters of the form's address, such as
 * `?registerMain&without=pob`. A list is named by its control, `sex`; a row as `sex:1`.
 */
const variant = z.object({
  /** A control is missing. */
  without: z.string().optional(),
  /** A control has another id. */
  rename: z.string().optional(),
  /** A new control, required: a text, a list or a tick. */
  add: z.enum(['text', 'list', 'tick']).optional(),
  /** A control takes another number of letters, `name:40`. */
  max: z.string().optional(),
  /** A text has become a list, a list a text. */
  kind: z.string().optional(),
  /** A control comes first. */
  first: z.string().optional(),
  /** A list lacks a row, `sex:1`. */
  drop: z.string().optional(),
  /** A row has another value, `sex:1:M`. */
  renumber: z.string().optional(),
  /** A row has another text, `sex:1:FEMALE`. */
  relabel: z.string().optional(),
  /** A list has a new row, `stay:03:CAMP`. */
  append: z.string().optional(),
  /** The accommodation is never shown, or after so many milliseconds. */
  section: z.union([z.literal('never'), z.coerce.number().int().min(0).max(60_000)]).optional(),
  /** The cities' call answers `error`; that of the regions gives none. */
  fails: z.enum(['region', 'city']).optional(),
  /** Every call of the page takes so many milliseconds. */
  slow: z.coerce.number().int().min(0).max(60_000).optional(),
  /** A picker takes no date at all. */
  loses: z.string().optional(),
  /** A date has no picker. */
  unpicked: z.string().optional(),
  /** A hidden field is not filled. */
  mirror: z.string().optional(),
  /** A hidden field is missing. */
  unmirrored: z.string().optional(),
  /** The form has another name. */
  form: z.string().optional(),
  /** The form is sent to another page. */
  action: z.string().optional(),
  /** A text is emptied as soon as it is left. */
  empties: z.string().optional(),
  /** The server refuses what is submitted. */
  refuse: z.string().optional(),
});

export type Variant = z.infer<typeof variant>;

/** What a request's query asks for. */
export function variantOf(query: unknown): Variant {
  return variant.parse(query);
}

/** The same as the end of an address, for the calls of the page; empty when nothing is changed. */
export function asQuery(changes: Variant): string {
  const given = Object.entries(changes).map(([name, value]) => [name, String(value)]);
  return given.length > 0 ? `&${new URLSearchParams(given).toString()}` : '';
}

/** The form's controls with the changes. */
export function controlsOf(changes: Variant): FormControl[] {
  const [long, max] = changes.max?.split(':') ?? [];
  const controls = copiedControls
    .filter(({ id }) => id !== changes.without)
    .map((control) => ({ ...control, rows: control.rows && rowsOf(control.id, control.rows, changes) }))
    .map((control) => (control.id === long ? { ...control, max: Number(max) } : control))
    .map((control) => (control.id === changes.kind ? otherKind(control) : control))
    .map((control) => (control.id === changes.rename ? { ...control, id: `${control.id}New` } : control));
  return changes.first
    ? controls.toSorted((a, b) => Number(b.id === changes.first) - Number(a.id === changes.first))
    : controls;
}

function otherKind(control: FormControl): FormControl {
  return control.kind === 'list' ? { ...control, kind: 'text', max: 60 } : { ...control, kind: 'list', rows: [] };
}

/** The rows of the control's list with the changes. */
export function rowsOf(id: string, rows: readonly Option[], changes: Variant): Option[] {
  const about = (change = '') => {
    const [list, value = '', to = ''] = change.split(':');
    return list === id ? { value, to } : undefined;
  };
  const [drop, renumber, relabel, append] = [changes.drop, changes.renumber, changes.relabel, changes.append].map(
    about,
  );
  return [...rows, ...(append ? [{ value: append.value, text: append.to }] : [])]
    .filter(({ value }) => value !== drop?.value)
    .map((row) => (row.value === relabel?.value ? { ...row, text: relabel.to } : row))
    .map((row) => (row.value === renumber?.value ? { ...row, value: renumber.to } : row));
}
