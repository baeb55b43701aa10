import { type Control, formControls, type FormId, formIds, type FormList } from '@shared/form/controls';
import { lookupControls, type LookupPage } from '@shared/form/lookup';
import { type FormRow, wholeLists } from '@shared/form/lists';
import { bare, controlOf, type FormControlElement, hiddenField, pagesQuery, rowsOf, theForm } from './page';

/** The lists of which every row is compared. */
const shortLists: Partial<Record<FormList, readonly FormRow[]>> = wholeLists;

/** Of the long lists: how every code is written, how many rows there are at least, and some rows of which a part is known. */
const longLists: Partial<Record<FormList, { code: RegExp; least: number; some: Record<string, string> }>> = {
  country: {
    code: /^[A-Z]{3}$/,
    least: 240,
    some: {
      AUS: 'AUSTRALIA',
      BRA: 'BRAZIL',
      DEU: 'GERMANY',
      FRA: 'FRANCE',
      IND: 'INDIA',
      JPN: 'JAPAN',
      SGP: 'SINGAPORE',
    },
  },
  region: { code: /^\d{1,4}$/, least: 200, some: { 49: 'GERMANY', 65: 'SINGAPORE', 91: 'INDIA' } },
};

/** The hidden field that the page copies a list's choice into. */
export const mirrors: Partial<Record<FormId, string>> = {
  nationality: 'sNation',
  region: 'sRegion',
  trvlMode: 'sMode',
  embark: 'sEmbark',
  accommodationStay: 'sStay',
  accommodationState: 'sState',
  accommodationCity: 'sCity',
};

/** What a person fills in. Buttons and hidden fields are none. */
const fields =
  'select, textarea, input:not([type]), input:is([type=text], [type=email], [type=tel], [type=number], [type=date], [type=password], [type=radio])';

/** A sentence for each difference between the page's form and the known one (src/shared/form/controls.ts). */
export function differencesOf(): string[] {
  const form = theForm();
  if (!form) return ['This page has no form named permohonan.'];
  const found: string[] = [];
  if (!isRegister(targetOf(form))) found.push(`The form is sent to ${targetOf(form).href}.`);
  if (!pagesQuery()) return [...found, 'The page has no jQuery.'];
  found.push(...formIds.flatMap((id) => differencesAt(id, formControls[id], form)), ...newFields(form, formIds));
  for (const id of Object.values(mirrors)) if (!hiddenField(id)) found.push(`The hidden field ${id} is missing.`);
  return found.length > 0 ? found : orderOf();
}

/**
 * The same for a page on which a registration is looked up (src/shared/form/lookup.ts). How long its texts may be, nobody has
 * read.
 */
export function lookupDifferences(page: LookupPage, form: HTMLFormElement): string[] {
  const rows = Object.entries<Control>(lookupControls[page]);
  return [
    ...(isRegister(targetOf(form)) ? [] : [`The form is sent to ${targetOf(form).href}.`]),
    ...rows.flatMap(([id, row]) => differencesAt(id, { ...row, max: undefined }, form)),
    ...newFields(
      form,
      rows.map(([id]) => id),
    ),
  ];
}

/** Where a form of the page is sent. */
export function targetOf(form: HTMLFormElement): URL {
  return new URL(form.getAttribute('action') ?? '', document.baseURI);
}

/** Whether this is the page of the authority that takes what is sent. */
export function isRegister({ origin, pathname }: URL): boolean {
  return origin === location.origin && /\/register(?:;|$)/.test(pathname);
}

type Known = Omit<Control, 'max'> & { max?: number | undefined };

function differencesAt(id: string, row: Known, form: HTMLFormElement): string[] {
  const { label, kind, max, accommodation } = row;
  const control = controlOf(id);
  if (!control || !form.contains(control)) return [`${label} (${id}) is missing.`];
  const found: string[] = [];
  if (kindOf(control) !== kind) found.push(`${label} (${id}) is a ${kindOf(control)} now, it was a ${kind}.`);
  else if (control instanceof HTMLSelectElement) found.push(...differencesOfList(id, row, control));
  else if (max !== undefined && control.maxLength !== max)
    found.push(
      `${label} (${id}) takes ${control.maxLength < 0 ? 'any number of' : control.maxLength} letters now, it took ${max}.`,
    );
  if (Boolean(control.closest('#formAccommodation')) !== Boolean(accommodation))
    found.push(`${label} (${id}) is in another section.`);
  return found;
}

function kindOf(control: FormControlElement): string {
  if (control instanceof HTMLSelectElement) return 'list';
  if (pagesQuery()?.(control).data('datepicker')) return 'date';
  return ['text', 'email', 'tel'].includes(control.type) ? 'text' : control.type;
}

function differencesOfList(id: string, { label, list }: Known, control: HTMLSelectElement): string[] {
  const rows = new Map(rowsOf(control).map(({ value, text }) => [value, text.trim()]));
  const whole = shortLists[list!];
  if (whole) {
    const lost = whole.filter((row) => bare(rows.get(row.code) ?? '') !== bare(row.label));
    const added = [...rows].filter(([code]) => !whole.some((row) => row.code === code));
    return [
      ...lost.map((row) => `${label} (${id}) has no row ${row.code} ${row.label}.`),
      ...added.map(([code, text]) => `${label} (${id}) has a new row ${code} ${text}.`),
    ];
  }
  const long = longLists[list!];
  if (!long) return [];
  const strange = [...rows].find(([code]) => !long.code.test(code));
  const wrong = Object.entries(long.some).filter(([code, text]) => !rows.get(code)?.toUpperCase().includes(text));
  return [
    ...(control.options.length < long.least ? [`${label} (${id}) has ${control.options.length} rows.`] : []),
    ...(strange ? [`${label} (${id}) has a row ${strange.join(' ')}.`] : []),
    ...wrong.map(([code, text]) => `${label} (${id}) has no row ${code} ${text}.`),
  ];
}

function newFields(form: HTMLFormElement, known: readonly string[]): string[] {
  return [...form.querySelectorAll<HTMLInputElement>(fields)]
    .filter(({ id }) => !known.includes(id))
    .map(({ id, name }) => `There is a new field: ${id || name || 'without a name'}.`);
}

function orderOf(): string[] {
  const isLater = (one: FormId, other: FormId) =>
    (controlOf(one)!.compareDocumentPosition(controlOf(other)!) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const first = formIds.find((id, index) => index > 0 && isLater(formIds[index - 1]!, id));
  return first ? [`The fields are in another order: ${formControls[first].label} (${first}) comes earlier.`] : [];
}

/** Ticks in the form, by what is written next to them: they are the person's. */
export function ticksOf(): string[] {
  const ticks = theForm()?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [];
  return [...ticks].map(({ labels, id, name }) => labels?.[0]?.textContent?.trim() || id || name);
}
