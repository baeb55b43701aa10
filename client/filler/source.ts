import { type Filling, type Lookup, type TakenSlip, type VisitPassLookup } from '@shared/answers/filler';
import { type AuthorityPage, authorityPages, codeInAddress } from '@shared/authority-pages';
import { longestDifference, mostDifferences } from '@shared/page-states';
import { took } from './page';

/** Why there is nothing to fill in, in words for the member. */
export class NotFilled extends Error {}

/** Where the product is: written in when the script is given out. */
const desk = '__DESK__';
/** Of this script: one that is in use may be of an earlier build than the product. */
const version = '__VERSION__';

/** A code of the order's page, with or without its dashes. */
const code = /^(?:[2-9A-Z]{5}-?){3}$/i;

const inAddress = new RegExp(`^#${codeInAddress}=((?:[2-9A-Z]{5}-?){3})$`, 'i');

type Fillings = { form: Filling; registration: Lookup; 'visit-pass': VisitPassLookup };
/** The values, and the code by which the page's answer is told; without it where the values were pasted. */
type Opened<Page extends AuthorityPage = AuthorityPage> = Fillings[Page] & { answer?: string };

/**
 * Where the values for this page come from: a code, which the product is asked with, or the values themselves as a text for pages
 * that let no script call. The order's page opens this one with the code in the address; elsewhere the member pastes it.
 * @returns undefined when the member gave none
 * @throws {NotFilled} when it is another text, for another page, or the code is not good
 */
export async function source<Page extends AuthorityPage>(page: Page): Promise<Opened<Page> | undefined> {
  const text = codeOfAddress() ?? window.prompt('Paste the code of the order’s page:')?.trim();
  if (!text) return undefined;
  const opened = code.test(text) ? await ask(text) : readFilling(text);
  if (opened.page !== page)
    throw new NotFilled(
      `This is for ${authorityPages[opened.page].name}. Take a code for ${authorityPages[page].name}.`,
    );
  return opened as Opened<Page>;
}

/** The code that the address of this page ends with. It is good once, and taken out of the address. */
function codeOfAddress(): string | undefined {
  const [, found] = inAddress.exec(location.hash) ?? [];
  if (found) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}

async function ask(given: string): Promise<Opened> {
  const answer = await fetch(`${desk}/api/filler/${given}`, { credentials: 'omit' }).catch(() => {
    throw new NotFilled(
      'The page does not let the script call the desk. Copy the values there, and paste them in place of the code.',
    );
  });
  const { message, data } = (await answer.json()) as { message: string; data: Opened };
  if (!answer.ok) throw new NotFilled(message);
  return checked(data);
}

/**
 * Says what this run found of the page. Filling goes on where it can't be said.
 * @param given the code that came with the values; without one nothing is said
 * @returns what the member is told
 */
export async function tellRun(
  given: string | undefined,
  {
    differences = [],
    ...run
  }: { outcome: 'filled' | 'changed' | 'silent'; differences?: string[]; unfilled?: string[] },
): Promise<string> {
  const told =
    given && (await post(`${given}/run`, { ...run, ms: took(), script: version, differences: cut(differences) }));
  const answer = told && ((await told.json().catch(() => undefined)) as { message: string } | undefined);
  return told && told.ok && answer ? answer.message : 'The desk could not be told. Tell who runs it.';
}

/** As many differences, and as much of each, as the product takes. */
function cut(differences: string[]): string[] {
  return differences.slice(0, mostDifferences).map((one) => one.slice(0, longestDifference));
}

/** @returns undefined when nothing answered */
function post(path: string, body: object): Promise<Response | undefined> {
  return fetch(`${desk}/api/filler/${path}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** What a member does where the product does not hear of the form's answer. */
export const sayIt = 'Say on the order’s page that the form was sent.';

/**
 * Says what a page answered.
 * @param instead what a member does where that is not possible
 * @throws {NotFilled} when it could not be told, or the order takes it no more
 */
export async function tell(given: string, answer: object, instead = sayIt): Promise<void> {
  const told = await post(`${given}/result`, answer);
  if (told?.status === 409) throw new NotFilled(((await told.json()) as { message: string }).message);
  if (!told?.ok) throw new NotFilled(`The desk could not be told. ${instead}`);
}

/** What a member does where the product does not get the slip. */
export const printIt = 'Print the slip, and upload it on the order’s page.';

/** Brings the slip to the product. @returns how it compares with the order @throws {NotFilled} when it could not be brought */
export async function bring(given: string, slip: Blob): Promise<TakenSlip> {
  const body = new FormData();
  body.append('slip', slip, 'slip.pdf');
  const brought = await fetch(`${desk}/api/filler/${given}/slip`, { method: 'POST', credentials: 'omit', body }).catch(
    () => undefined,
  );
  if (!brought) throw new NotFilled(`The desk did not answer: look on the order’s page. ${printIt}`);
  const { message, data } = (await brought.json()) as { message: string; data: TakenSlip };
  if (!brought.ok) throw new NotFilled(`${message} ${printIt}`);
  return data;
}

/** Reads JSON in base64url. */
function readFilling(text: string): Opened {
  let read: unknown;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    read = JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))));
  } catch {
    throw new NotFilled('This is no code, and not what the order’s page copies. Copy it there again.');
  }
  return checked(read);
}

function checked(read: unknown): Opened {
  const { v, page, values, order, trip, answer } = (read ?? {}) as Record<string, unknown>;
  if (v !== 1) throw new NotFilled('This text is of another version than this script. Get both again.');
  const isKnown = typeof page === 'string' && page in authorityPages;
  const isWhole = isKnown && (page !== 'registration' || isTexts(trip));
  if (typeof order !== 'string' || !isTexts(values) || !isWhole)
    throw new NotFilled('This text is incomplete. Copy it again.');
  return { v, page, order, values, trip, ...(typeof answer === 'string' && { answer }) } as Opened;
}

function isTexts(values: unknown): values is Record<string, string> {
  return typeof values === 'object' && values !== null && Object.values(values).every((one) => typeof one === 'string');
}
