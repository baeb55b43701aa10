import { fetchJson } from '@/writes/fetch-json';
import type { Envelope } from '@/writes/send';
import { noteSessionOver, session } from '@/writes/session';
import { router } from '@inertiajs/react';
import type { DraftFields, DraftForm, Drafts } from '@shared/draft-forms';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** A form, and the id of the order or member it is about; 0 for none. */
export type DraftName = { form: DraftForm; about: number };
/** The shown state of a draft: saved on the server, put back into the form, or waiting because it could not be saved. */
export type DraftNote = 'kept' | 'restored' | 'waiting' | undefined;

/** The state of a form in this document. `fields` is null when the member has typed nothing. */
type Entry = DraftName & {
  fields: DraftFields | null;
  /** The revision last read or written; empty when the server has no draft. */
  revision: string;
  /** When it was read or written, by the server's clock. */
  at: string;
  note: DraftNote;
  isDirty: boolean;
  /** How many of its requests have no answer yet. */
  sending: number;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
};

/** Milliseconds from the last change of a form to the writing of its draft. */
const pause = 1_000;
const longestPause = 30_000;

/** Kept in memory only, so that no draft stays in the browser after the document; a sign-out clears it. */
const entries = new Map<string, Entry>();
const listeners = new Set<() => void>();
let owner: number | undefined;

if (typeof window !== 'undefined') {
  for (const leaving of ['beforeunload', 'pagehide']) window.addEventListener(leaving, writeAtOnce);
  document.addEventListener('visibilitychange', writeAtOnce);
  window.addEventListener('online', writeAll);
  router.on('before', writeAll);
  session.subscribe(() => {
    if (session.get() === 'good') writeAll();
  });
  router.on('navigate', ({ detail: { page } }) => {
    const { staff } = page.props as unknown as Partial<SharedProps>;
    if (owner !== undefined && staff?.id !== owner) forgetAll();
    owner = staff?.id;
  });
}

/** Calls `listener` when a note changes. Returns a function that ends this. */
export function onNote(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteOf(name: DraftName): DraftNote {
  return entries.get(keyOf(name))?.note;
}

/**
 * The newest draft of a form, from this document or the screen's props; null when there is none. Fields that are not written
 * yet win. Otherwise the later read or write wins, because another browser may have changed or sent the draft.
 */
export function newest(name: DraftName, { read_at, kept }: Drafts): DraftFields | null {
  const entry = entryOf(name);
  if (entry.isDirty || entry.sending > 0 || entry.at >= read_at) return entry.fields;

  const { fields = null, revision = '' } = kept[name.form] ?? {};
  Object.assign(entry, { fields, revision, at: read_at });
  if (!fields) say(entry, undefined);
  return fields;
}

/** Takes the current fields of the form; null deletes the draft. It is written a second after the last change. */
export function change(name: DraftName, fields: DraftFields | null): void {
  const entry = entryOf(name);
  entry.fields = fields;
  entry.isDirty = fields !== null || entry.revision !== '' || entry.sending > 0;
  if (!fields) say(entry, undefined);
  later(entry, pause);
}

/** Notes that the form was filled from its draft. */
export function restored(name: DraftName): void {
  say(entryOf(name), 'restored');
}

/** Deletes the draft of a form that was sent, unless the member has typed since. */
export function sent(name: DraftName, fields: DraftFields): void {
  const entry = entries.get(keyOf(name));
  if (!entry?.fields || !isSame(entry.fields, fields)) return;

  change(name, null);
  void write(entry);
}

export function isSame(one: DraftFields | null, other: DraftFields | null): boolean {
  if (!one || !other) return one === other;
  return Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);
}

function keyOf({ form, about }: DraftName): string {
  return `${form} ${about}`;
}

function entryOf(name: DraftName): Entry {
  const known = entries.get(keyOf(name));
  if (known) return known;

  const entry: Entry = {
    ...name,
    fields: null,
    revision: '',
    at: '',
    note: undefined,
    isDirty: false,
    sending: 0,
    failures: 0,
    timer: undefined,
  };
  entries.set(keyOf(name), entry);
  return entry;
}

function say(entry: Entry, note: DraftNote): void {
  if (entry.note === note) return;
  entry.note = note;
  for (const listener of listeners) listener();
}

function later(entry: Entry, ms: number): void {
  clearTimeout(entry.timer);
  entry.timer = setTimeout(() => void write(entry), ms);
}

function writeAll(): void {
  void writeDrafts();
}

/** Doesn't wait for a request under way, because the page may be gone before its answer. The server keeps the newer text. */
function writeAtOnce(): void {
  for (const entry of entries.values()) void write(entry, { waits: false });
}

/** Whether the server has an older text of a form than the member has typed. */
export function hasUnwritten(): boolean {
  return [...entries.values()].some(({ isDirty, sending }) => isDirty || sending > 0);
}

/** Whether the member has typed something about this order that was not sent. */
export function hasTypedAbout(about: number): boolean {
  return [...entries.values()].some((entry) => entry.about === about && entry.fields !== null);
}

/** Whether a text could not be written, so that it would be lost with the page. */
export function isWaiting(): boolean {
  return [...entries.values()].some(({ note }) => note === 'waiting');
}

/** Writes every draft that isn't on the server yet; resolves when the requests are over. */
export async function writeDrafts(): Promise<void> {
  await Promise.all([...entries.values()].map((entry) => write(entry)));
}

function forgetAll(): void {
  for (const { timer } of entries.values()) clearTimeout(timer);
  entries.clear();
}

/** Writes a form's draft, mostly one request at a time. A failed write stays in memory and is tried again. */
async function write(entry: Entry, { waits = true } = {}): Promise<void> {
  clearTimeout(entry.timer);
  if (!entry.isDirty || (waits && entry.sending > 0)) return;

  entry.sending += 1;
  entry.isDirty = false;
  const { fields } = entry;
  // set before sending, because the answer may be lost
  if (fields) entry.revision = newRevision();
  const answer = await request(fields ? 'put' : 'delete', {
    ...named(entry),
    revision: entry.revision,
    ...(fields && { fields }),
  });
  entry.sending -= 1;
  if (entries.get(keyOf(entry)) !== entry) return;
  const isForGood = answer.isForGood && !entry.isDirty;
  entry.isDirty ||= !answer.at;
  if (entry.sending > 0) return;

  if (answer.at) {
    entry.at = answer.at;
    entry.failures = 0;
    if (!fields && !entry.isDirty) entry.revision = '';
    if (!entry.isDirty) say(entry, fields ? 'kept' : undefined);
    else later(entry, pause);
    return;
  }
  say(entry, fields ? 'waiting' : undefined);
  if (isForGood) return;
  entry.failures += 1;
  later(entry, Math.min(pause * 2 ** entry.failures, longestPause));
}

function named({ form, about }: DraftName): Partial<DraftName> {
  return about === 0 ? { form } : { form, about };
}

/** Sends one request with `keepalive`, so that it survives the end of the page. */
async function request(method: 'put' | 'delete', body: object): Promise<{ at?: string; isForGood: boolean }> {
  try {
    const answer = await fetchJson(method, routes.api.drafts, body, { keepalive: true });
    const { status, message, data } = (await answer.json()) as Envelope<{ done_at: string }>;
    if (status === 401) noteSessionOver(message);
    return status === 1 ? { at: data.done_at, isForGood: false } : { isForGood: answer.status === 422 };
  } catch {
    return { isForGood: false };
  }
}

/** The first half of this document's revisions. */
let ownHalf = '';
let revisions = 0;

/**
 * A UUID whose first half is this document's and whose second half counts its revisions, so that the server knows the older
 * of two that overtake each other (src/drafts/drafts.queries.ts).
 */
function newRevision(): string {
  ownHalf ||= [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  revisions += 1;
  const half = ownHalf.replace(/^(.{8})(.{4}).(.{3})$/, '$1-$2-4$3');
  return `${half}-8000-${revisions.toString(16).padStart(12, '0')}`;
}
