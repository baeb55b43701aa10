import { type Control, formControls, type FormId, formIds } from '@shared/form/controls';
import { mirrors } from './known-form';
import { bare, controlOf, hiddenField, pagesQuery, rowsOf, waitFor } from './page';
import type { Filling } from '@shared/answers/filler';

/** What came of a control: what it shows now, and why that is not what was wanted. */
export type Outcome = { id: string; label: string; shown: string; fault?: string };

/** After these the page reads a list again. */
const reloading: readonly FormId[] = ['nationality', 'pob', 'accommodationState'];

/** The region comes last: nationality and place of birth read its list again. */
const inOrder: readonly FormId[] = [...formIds.filter((id) => id !== 'region'), 'region'];

/** Why a control was not set where the page's call did not end. */
const noAnswer = 'The page did not answer in time.';

/**
 * Fills every control, in the order that the page needs, and reads all of them back when the page is done. A control that
 * the order has no value for is emptied, so that nothing of another traveller is left.
 */
export async function fill(values: Filling['values'], says: (label: string) => void): Promise<Outcome[]> {
  const faults = new Map<FormId, string>();
  for (const id of inOrder) {
    says(formControls[id].label);
    const fault = await fillOne(id, formControls[id], values[id]?.trim() ?? '');
    if (fault) faults.set(id, fault);
    if (reloading.includes(id) && !(await waitFor(() => true))) faults.set(id, noAnswer);
  }
  if (!(await waitFor(() => true))) faults.set('region', noAnswer);
  return formIds.map((id) => readBack(id, formControls[id], values[id]?.trim() ?? '', faults.get(id)));
}

/** Fills one control, of the kind that `row` says. @returns why the value was not set */
export async function fillOne(id: string, row: Control, value: string): Promise<string | undefined> {
  const { kind, optional } = row;
  const refusal = value === '' ? (optional ? undefined : 'The order has no value.') : refusalOf(id, row, value);
  const wanted = refusal ? '' : value;
  if (kind === 'list') return (await choose(id, wanted)) ?? refusal;
  if (kind === 'date') pagesQuery()!(controlOf(id)!).datepicker('update', wanted);
  else type(controlOf(id) as HTMLInputElement, wanted);
  return refusal;
}

/** Why the form does not take a text. */
function refusalOf(id: string, row: Control, value: string): string | undefined {
  const { max = Infinity } = row;
  const { kind, takes, says } = id === 'confirmEmail' ? formControls.email : row;
  if (kind !== 'text') return undefined;
  if (value.length > max) return `The form takes at most ${max} letters, not “${value}”.`;
  return takes && !takes.test(value) ? `${says} Not “${value}”.` : undefined;
}

/** As if it was typed: the page's own checks run when the field is left. */
function type(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  field.dispatchEvent(new FocusEvent('blur'));
}

async function choose(id: string, value: string): Promise<string | undefined> {
  const list = controlOf(id) as HTMLSelectElement;
  const found = () => (value === '' ? undefined : rowFor(id, list, value));
  if (value !== '' && isReloaded(id)) await waitFor(() => found() instanceof HTMLOptionElement);
  const row = found();
  list.selectedIndex = row instanceof HTMLOptionElement ? row.index : firstOf(list);
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return typeof row === 'string' ? row : undefined;
}

/** Whether the page reads the list again while it is used. */
function isReloaded(id: string): boolean {
  return id === 'region' || id === 'accommodationCity';
}

/** The place of the row that asks to choose, -1 when there is none. */
function firstOf(list: HTMLSelectElement): number {
  const rows = rowsOf(list);
  return [...list.options].findIndex((option) => !rows.includes(option));
}

/** The row of a list for a value, or why there is none. Nothing is guessed. */
function rowFor(id: string, list: HTMLSelectElement, value: string): HTMLOptionElement | string {
  if (id === 'region' || id === 'regCd') return regionFor(list, value);
  const rows = rowsOf(list);
  const named = rows.filter(({ text }) => bare(text) === bare(value));
  const isByName = id === 'accommodationCity' || (id === 'nationality' && named.length === 1);
  const row = rows.find((one) => one.value === value) ?? (isByName ? named[0] : undefined);
  return row ?? `The list has no row ${value}.`;
}

/** Several regions share a code: the text decides, and the code alone where one region has it. */
function regionFor(list: HTMLSelectElement, value: string): HTMLOptionElement | string {
  const code = /(\d+)\D*$/.exec(value)?.[1];
  const rows = rowsOf(list).filter((row) => row.value === code);
  const named = rows.find(({ text }) => bare(text) === bare(value));
  if (named) return named;
  if (rows.length === 1 && bare(value) === code) return rows[0]!;
  return rows.length === 0
    ? `The list has no row ${value}.`
    : `The list has +${code}, but not as ${value}. Choose it yourself.`;
}

/** What a control shows now, and why that is not what was wanted. */
export function readBack(id: string, { label, kind }: Control, wanted: string, fault: string | undefined): Outcome {
  const control = controlOf(id)!;
  const isList = control instanceof HTMLSelectElement;
  const chosen = isList && control.value !== '' ? control.selectedOptions[0] : undefined;
  const shown = isList ? (chosen?.text.trim() ?? '') : control.value;
  if (fault) return { id, label, shown, fault };
  const isAsWanted = isList ? !wanted || rowFor(id, control, wanted) === chosen : shown === wanted;
  if (isAsWanted) return { id, label, shown, fault: mirrorFault(id, wanted) };
  const why =
    kind === 'date' && shown === ''
      ? 'The picker does not take this date'
      : shown === ''
        ? 'The page emptied it'
        : 'The page changed it';
  return { id, label, shown, fault: `${why}: ${wanted}.` };
}

function mirrorFault(id: string, wanted: string): string | undefined {
  const mirror = mirrors[id as FormId];
  const isEmpty = mirror !== undefined && hiddenField(mirror)?.value === '';
  return wanted && isEmpty ? `The page’s hidden field ${mirror} stayed empty.` : undefined;
}

/** What a run found of the page, from what came of its controls. */
export function foundOf(outcomes: readonly Outcome[]): { outcome: 'filled' | 'silent'; unfilled: string[] } {
  const faulty = outcomes.filter(({ fault }) => fault);
  const isSilent = faulty.some(({ fault }) => fault === noAnswer);
  return { outcome: isSilent ? 'silent' : 'filled', unfilled: faulty.map(({ id }) => id) };
}
