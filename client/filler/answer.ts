import { type FormId, formIds } from '@shared/form/controls';
import { controlOf, theForm } from './page';
import { NotFilled, tell } from './source';

/** What is kept in this tab from the form to the page that answers it, and removed there. */
type Kept = { answer: string; values: Partial<Record<FormId, string>> };
const item = 'arrival-card-desk';

/** Keeps, when a person leaves the form, the code of the answer and what the controls have then. */
export function keepFor(answer: string): void {
  addEventListener('pagehide', () => {
    const kept: Kept = { answer, values: Object.fromEntries(formIds.map((id) => [id, shownAt(id)])) };
    sessionStorage.setItem(item, JSON.stringify(kept));
  });
}

function shownAt(id: FormId): string {
  const control = controlOf(id)!;
  if (!(control instanceof HTMLSelectElement)) return control.value;
  return control.value === '' ? '' : control.selectedOptions[0]!.text.trim();
}

/**
 * Tells the product what the form answered, when this page is such an answer.
 * @returns what to say; undefined when the page answers no form that this tab filled
 * @throws {NotFilled} when the product could not be told
 */
export async function answered(): Promise<string | undefined> {
  const kept = readKept();
  const words = kept && answerTo(kept);
  if (!words) return undefined;

  sessionStorage.removeItem(item);
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
    throw new NotFilled('What this tab kept can’t be read. Say on the order’s page that the form was sent.');
  }
}
