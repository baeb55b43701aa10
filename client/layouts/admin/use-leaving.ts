import { hasUnwritten, isWaiting } from '@/hooks/draft-store';
import { underWay } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { chosenFiles } from '@/writes/uploads';
import { useEffect } from 'react';

/** The mark in this tab that the document before was left with something unanswered; its value is the time. */
const mark = 'left-unanswered';
/** Milliseconds after which the next document reads its screen again, and how long the mark counts. */
const rests = [500, 2_000, 6_000];
const marked = 30_000;

/** Whether leaving the site now would lose a running write, a running upload, a chosen file or a text that can't be kept. */
export function wouldLose(): boolean {
  return underWay.get() > 0 || chosenFiles.get().size > 0 || isWaiting();
}

/**
 * Makes the browser ask before the member leaves the site and loses something. A document that follows on one with unanswered
 * requests was perhaps read before they were done, so it reads its screen again.
 */
export function useLeaving(): void {
  useEffect(() => {
    let leftUnanswered = false;
    const ask = (event: BeforeUnloadEvent) => {
      leftUnanswered = isUnanswered();
      if (wouldLose()) event.preventDefault();
    };
    // the next document may have been read before a request was done whose answer this one still gets
    const noteUnanswered = () => {
      if (leftUnanswered || isUnanswered()) storage()?.setItem(mark, String(Date.now()));
    };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', noteUnanswered);
    const timers = wasUnanswered()
      ? rests.map((rest) => setTimeout(() => void readAgain({ unasked: true }), rest))
      : [];
    // the mark stays until the last read: a document that follows on this one sooner reads its screen again, too
    if (timers.length > 0) timers.push(setTimeout(forget, rests.at(-1)));
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', noteUnanswered);
      timers.forEach(clearTimeout);
    };
  }, []);
}

function isUnanswered(): boolean {
  return underWay.get() > 0 || hasUnwritten();
}

function wasUnanswered(): boolean {
  return Math.abs(Date.now() - Number(storage()?.getItem(mark) ?? 0)) < marked;
}

function forget(): void {
  storage()?.removeItem(mark);
}

/** Undefined where the browser keeps nothing of this site. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
