import { messageOf, noteSessionOver } from '@/writes/session';
import type { HttpExceptionResponse } from '@inertiajs/core';
import { router } from '@inertiajs/react';

/** The running visit to another screen. */
let visit: { id: string; url: URL | undefined; over: Promise<void>; end: () => void } | undefined;

router.on('start', ({ detail: { visit: started } }) => {
  if (started.async || started.prefetch) return;

  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  // only a GET leads to a screen: a form's address is none
  visit = { id: started.id, url: started.method === 'get' ? started.url : undefined, over, end };
});
router.on('finish', ({ detail: { visit: finished } }) => {
  if (visit?.id !== finished.id) return;
  visit.end();
  visit = undefined;
});

/** The URL of the screen that is being loaded; undefined when there is none. */
export function comingTo(): URL | undefined {
  return visit?.url;
}

/** Whether a visit that the member asked for is running. */
export function isVisiting(): boolean {
  return visit !== undefined;
}

type Reading = { quietly?: boolean; unasked?: boolean; only?: readonly string[] };

let reading: Promise<void> | undefined;
let isOld = false;
let saysFailure = false;
let isAsked = false;
/** The props to read; undefined: all of them. */
let wanted: Set<string> | undefined = new Set();

/** Marks a read that no press of the member causes, so that a count of requests can leave it out. */
const unaskedHeader = { 'X-Unasked': '1' };

/** A failure shows nothing, except the end of the session. */
const quiet = {
  onNetworkError: () => false,
  onHttpException: ({ status, data }: HttpExceptionResponse) => {
    if (status === 401) noteSessionOver(messageOf(data));
    return false;
  },
};

/**
 * Reads the shown screen again. A running visit ends first, and its screen is read again too, because the visit may have read
 * it before the write. A read of all props cancels older reads, so that they can't arrive later. Resolves when the read has ended.
 * @param quietly whether a failed read shows nothing: a write without an answer has said already that the line is lost
 * @param unasked whether the clock or a live event causes the read, not a press
 * @param only the names of the props to read; without them all are read, and what loads after the page is loaded again
 */
export function readAgain({ quietly = false, unasked = false, only }: Reading = {}): Promise<void> {
  isOld = true;
  wanted = only && wanted && new Set([...wanted, ...only]);
  saysFailure ||= !quietly;
  isAsked ||= !unasked;
  reading ??= readUntilNew().finally(() => {
    reading = undefined;
  });
  return reading;
}

/** Resolves when the screen shows the results of earlier writes. */
export function shown(): Promise<void> {
  return reading ?? Promise.resolve();
}

/**
 * Reads these props of the shown screen again because of the clock or of a live event, not of a press: a failure shows nothing,
 * except the end of the session.
 * @param onFinish called when the read has ended, in whatever way
 */
export function readQuietly(only: string[], onFinish: () => void = () => {}): void {
  router.reload({ only, headers: unaskedHeader, onFinish, ...quiet });
}

async function readUntilNew(): Promise<void> {
  while (isOld) {
    await visit?.over;
    const only = wanted && [...wanted];
    const how = { ...(!saysFailure && quiet), ...(!isAsked && { headers: unaskedHeader }), ...(only && { only }) };
    isOld = saysFailure = isAsked = false;
    wanted = new Set();
    router.flushAll();
    // a read of some props does not bring what the other reads ask for
    if (!only) router.cancelAll({ sync: false, prefetch: false });
    await new Promise<void>((resolve) => {
      router.reload({ ...how, onFinish: () => resolve() });
    });
  }
}
