import { choice } from '@/hooks/use-keys';
import { router } from '@inertiajs/react';

/** Milliseconds without a key after which single letters work again on a page that the member did not ask for. */
const quiet = 1_000;

/** When the last key was pressed, or the page last changed by itself, by the clock of events. */
let last = -Infinity;
/** Whether the last thing that the member did may ask for another page: a click, Enter, or a key of the desk. */
let isAsking = false;
/** Whether the member asked for the page that is coming, and has pressed no key since. */
let isAwaited = false;
/** Whether the last thing that the member did was to type in a field. */
let isTyping = false;
/** Whether the page changed by itself, and the keys have not been quiet since. */
let isHeld = false;
let path: string | undefined;

/**
 * Watches keys, clicks and changes of the page. When a page opens that the member did not ask for, letters that were meant for
 * the page before must not become commands on it (docs/screens.md#keys).
 */
export function watchHands(): void {
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('click', onClick, { capture: true });
  router.on('before', ({ detail: { visit } }) => {
    if (!visit.async && !visit.prefetch) isAwaited = isAsking;
  });
  router.on('navigate', ({ detail: { page, visitId } }) => {
    const next = page.url.split('?')[0];
    if (next === path) return;
    // without a visit the page comes by Back or Forward
    if (path !== undefined && visitId !== undefined && !isAwaited) holdKeys();
    choice.set(undefined);
    path = next;
  });
}

/** Says that what the member just did asks for another page. */
export function askedForPage(): void {
  isAsking = true;
}

/** Says that the next page comes by itself, even if the member has pressed something before. */
export function comesByItself(): void {
  isAsking = false;
}

/** Lets single letters rest until the keys have been quiet, because what they are about changed by itself. */
export function holdKeys(): void {
  isHeld = true;
  last = performance.now();
}

/** Lets single letters rest when the field is gone in which the member was typing: the rest of the text goes on. */
export function fieldIsGone(): void {
  if (isTyping) holdKeys();
}

/** Whether single letters do nothing now. */
export function areKeysHeld(): boolean {
  return isHeld;
}

/** Whether a field has the focus, or a dialog or a text without a draft is open, so that no other page may open by itself. */
export function areHandsBusy(): boolean {
  const open = '[role=dialog], [role=alertdialog], [data-unsent]';
  return isField(document.activeElement) || document.querySelector(open) !== null;
}

/** Whether letters that are typed at this element are its text. */
export function isField(element: EventTarget | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  return (
    element.isContentEditable ||
    element.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=file], [readonly])')
  );
}

function onKey(event: KeyboardEvent): void {
  const { timeStamp, key, target } = event;
  if (timeStamp - last >= quiet) isHeld = false;
  last = timeStamp;
  isAwaited = false;
  isAsking = key === 'Enter' && !(target instanceof HTMLTextAreaElement);
  isTyping = isField(target) && isTyped(event);
}

function onClick(): void {
  askedForPage();
  isTyping = false;
}

/** Whether a key that is pressed in a field belongs to its text, and neither ends nor leaves it. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  // AltGr, which types letters, counts as Ctrl and Alt together
  const isCommand = (ctrlKey || metaKey) !== altKey;
  return !isCommand && !isAsking && key !== 'Escape' && key !== 'Tab';
}
