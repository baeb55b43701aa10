import type { LookupPage } from '@shared/form/lookup';

/** As much of the page's own jQuery as filling needs. */
export type PagesQuery = {
  (element: Element): { data(name: string): unknown; datepicker(method: 'update', date: string): unknown };
  /** How many of its calls are under way. */
  active: number;
};

export type FormControlElement = HTMLInputElement | HTMLSelectElement;

/** The page's jQuery; undefined when it has none. */
export function pagesQuery(): PagesQuery | undefined {
  return (window as { jQuery?: PagesQuery }).jQuery;
}

/** The authority's form; null on any other page. */
export function theForm(): HTMLFormElement | null {
  return document.querySelector('form[name=permohonan]');
}

/** *Check Registration* or *Check Visit Pass*, which alone asks for a region, and its form; null on any other page. */
export function lookupForm(): { page: LookupPage; form: HTMLFormElement } | null {
  const form = controlOf('pinKeyId')?.form;
  return form ? { page: controlOf('regCd') ? 'visit-pass' : 'registration', form } : null;
}

/** A control of the page by its id; null when there is none, or it is no field. */
export function controlOf(id: string): FormControlElement | null {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}

/** A hidden field of the form by its id or name; null when there is none. */
export function hiddenField(name: string): HTMLInputElement | null {
  return theForm()?.querySelector<HTMLInputElement>(`input[type=hidden]:is([id=${name}], [name=${name}])`) ?? null;
}

/** The rows of a list, without its first row, which only says that one has to choose. */
export function rowsOf(list: HTMLSelectElement): HTMLOptionElement[] {
  return [...list.options].filter(({ value, text }) => value !== '' && !/^(?:please|select|-)/i.test(text.trim()));
}

/** Letters and digits alone, as capitals: texts of the form are compared without blanks and signs. */
export function bare(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** For how long the page has kept the script waiting so far, in milliseconds. */
let waited = 0;

/** How long the page took to come and to answer the script so far, in whole milliseconds. */
export function took(): number {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return Math.round((loaded?.responseEnd ?? 0) + waited);
}

/** How often the page is looked at, in milliseconds. */
const pulse = 50;
/** How long a call of the page may take. */
const patience = 20_000;
/** How long nothing must be under way before what is not there counts as missing. */
const usualSilence = 500;

/**
 * Waits until no call of the page's jQuery is under way and `isThere` says yes. Gives up when the page has been silent
 * so long (`silence`, in milliseconds) without it, or takes too long.
 * @returns whether it came
 */
export async function waitFor(isThere: () => boolean, silence = usualSilence): Promise<boolean> {
  const begin = performance.now();
  let quietSince = begin;
  let came = false;
  while (performance.now() < begin + patience) {
    const isBusy = (pagesQuery()?.active ?? 0) > 0;
    came = !isBusy && isThere();
    if (isBusy) quietSince = performance.now();
    else if (came || performance.now() - quietSince > silence) break;
    await sleep(pulse);
  }
  waited += performance.now() - begin;
  return came;
}

/** The one thing that is done with it. */
export function scrollToPuzzle(): void {
  document.getElementById('captcha')?.scrollIntoView({ block: 'center' });
}
