import { type FormId, formIds } from '@shared/form/controls';
import { controlOf, theForm } from './page';
import { NotFilled, sayIt, tell } from './source';

/** What is kept in this tab from the form to the page that answers it. `until` is in milliseconds, as of `Date.now()`. */
type Kept = { answer: string; until: number; values: Partial<Record<FormId, string>> };
const item = 'arrival-card-desk';
/** How long it is kept at most, in milliseconds. */
const longest = 10 * 60_000;

/** The page's window, with what ends the listeners of its last filling: each run of the script is a new one. */
const page = window as { arrivalCardDesk?: AbortController };

/** Keeps, when a person leaves the form, the code of the answer and what the controls have then. */
export function keepFor(answer: string): void {
  keepNothing();
  const { signal } = (page.arrivalCardDesk = new AbortController());
  const keep = () => {
    const values = Object.fromEntries(formIds.map((id) => [id, shownAt(id)]));
    const kept: Kept = { answer, until: Date.now() + longest, values };
    sessionStorage.setItem(item, JSON.stringify(kept));
  };
  addEventListener('pagehide', keep, { signal });
  // who comes back to the form has not sent it yet
  addEventListener('pageshow', forget, { signal });
}

/** Forgets what the last filling of this page keeps, and would keep: it is filled for another order, or again. */
export function keepNothing(): void {
  page.arrivalCardDesk?.abort();
  forget();
}

function forget(): void {
  sessionStorage.removeItem(item);
}

function shownAt(id: FormId): string {
  const control = controlOf(id)!;
  if (!(control instanceof HTMLSelectElement)) return control.value;
  return control.value === '' ? '' : control.selectedOptions[0]!.text.trim();
}

/**
 * Reports to the product what the form answered, when this page is such an answer.
 * @returns what to say; undefined when the page answers no form that this tab filled
 * @throws {NotFilled} when the product could not be told
 */
export async function answered(): Promise<string | undefined> {
  const kept = readKept();
  if (!kept) return undefined;

  const words = answerTo(kept);
  const rest = kept.until - Date.now();
  // a form that is opened again answers nothing
  if (words || rest < 0 || theForm() !== null) forget();
  else setTimeout(forget, rest);
  if (!words) return undefined;
  if (rest < 0) throw new NotFilled(`More than ten minutes have passed since the form was left. ${sayIt}`);

  const isAccepted = theForm() === null;
  if (!isAccepted) keepFor(kept.answer);
  await tell(kept.answer, { outcome: isAccepted ? 'accepted' : 'refused', words, values: kept.values });
  return isAccepted
    ? 'The desk has noted that the form was accepted. Its order waits for the authority now.'
    : 'The desk has noted that the form was refused. Mend it, and send it again.';
}

/** The page's answer to the form that was left. An acceptance names the address that the form had, each order's own. */
function answerTo({ values }: Kept): string | undefined {
  if (theForm() !== null) return location.pathname.endsWith('/register') ? refusal() : undefined;
  const text = document.body.innerText.replace(/\s+/g, ' ');
  const at = text.toUpperCase().indexOf('SUCCESSFULLY REGISTERED');
  const isThisOnes = at >= 0 && values.email !== undefined && text.toLowerCase().includes(values.email.toLowerCase());
  return isThisOnes ? text.slice(at, at + 300).trim() : undefined;
}

/** A form that is shown again is at the address that it is sent to. */
function refusal(): string {
  const said = [...document.querySelectorAll<HTMLElement>('[role=alert], .alert, .error')].map(
    ({ innerText }) => innerText,
  );
  return said.join(' ').trim().slice(0, 300) || 'The form was shown again.';
}

function readKept(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(item) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    forget();
    throw new NotFilled(`What this tab kept can’t be read. ${sayIt}`);
  }
}
