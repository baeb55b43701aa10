import { forget } from '@/session-end';
import { Store } from '@/writes/store';
import { otherMember } from '@shared/member-header';

/** Whether the server still knows this member. `asked`: a write waits for the password, so the dialog is open. */
type Session = 'good' | 'over' | 'asked';

export const session = new Store<Session>('good');

let waiting: ((isGood: boolean) => void)[] = [];

/** Logout was pressed in this page, and nobody has signed in since: nothing asks for the password. */
let hasLeft = false;

/** The sentence that says why the server refused this page's session. */
export let whyRefused = '';

/**
 * Notes that a read was refused. The layout shows it without interrupting a member who types. Clears the history of pages.
 * @param message the server's message
 */
export function noteSessionOver(message: string | undefined): void {
  noteWhy(message);
  if (hasLeft || session.get() !== 'good') return;
  forget();
  session.set('over');
}

/** Asks for the password after a write was refused with that message. Resolves to whether the member signed in again. */
export function askToSignIn(message: string): Promise<boolean> {
  noteWhy(message);
  if (hasLeft) return Promise.resolve(false);
  if (session.get() === 'good') forget();
  session.set('asked');
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

export function signedInAgain(): void {
  end('good', true);
}

/** The dialog was closed without a password. */
export function signInLater(): void {
  end('over', false);
}

/** Notes a sign-out, and ends every write that waits for the password. */
export function noteLogout(): void {
  hasLeft = true;
  end('good', false);
}

/** Notes that a member's screen is shown. */
export function noteSignedIn(): void {
  hasLeft = false;
}

/** The message in the body of a refusal. */
export function messageOf(refusal: unknown): string | undefined {
  try {
    return (JSON.parse(String(refusal)) as { message?: string }).message;
  } catch {
    return undefined;
  }
}

function noteWhy(message: string | undefined): void {
  whyRefused = message === otherMember ? otherMember : 'You are signed out.';
}

function end(state: Session, isGood: boolean): void {
  const all = waiting;
  waiting = [];
  session.set(state);
  all.forEach((resolve) => resolve(isGood));
}
