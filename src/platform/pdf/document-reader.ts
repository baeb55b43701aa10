import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../paths.js';
import { Turns } from '../turns.js';
import type { DocumentLook, PdfFault } from './embed.js';
import type { PagePicture } from './raster.js';

/** What the thread finds out (document-reader.thread.ts). */
type Answers = { check: PdfCheck; look: DocumentLook; draw: PagePicture };
/** What is wrong with a PDF, undefined when nothing is, and the text of its pages. */
type PdfCheck = { fault: PdfFault | undefined; text: string };
/** What the thread is given. */
export type Reading = { task: keyof Answers; bytes: Uint8Array; contentType: string };

/** A file that takes more memory (megabytes) or time (milliseconds) is not read, because it may be an attack. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };
const patience = 10_000;

/** How many files are read at once. */
const turns = new Turns(2);

/**
 * What is wrong with a PDF that is to be passed on (embed.ts), and its text (raster.ts). It counts as damaged when finding
 * out takes too much.
 */
export function readPdf(bytes: Uint8Array): Promise<PdfCheck> {
  return turns.run(() => inThread('check', bytes, 'application/pdf')).catch(() => ({ fault: 'damaged', text: '' }));
}

/** How the pages of a document can be shown (embed.ts). @throws Error when they can't, or when finding out takes too much */
export function lookAt(bytes: Uint8Array, contentType: string): Promise<DocumentLook> {
  return turns.run(() => inThread('look', bytes, contentType));
}

/**
 * A small picture of the first page of a PDF, or of an image.
 * @throws Error when it has no page that can be drawn, or when drawing takes too much
 */
export function drawFirstPage(bytes: Uint8Array, contentType: string): Promise<PagePicture> {
  return turns.run(() => inThread('draw', bytes, contentType));
}

/**
 * Reads in a thread, so that the process goes on serving. Loading a thread takes a hundred times as long as reading a card,
 * so a thread that found nothing wrong reads the next file. Any other one is ended, because the file may have harmed it.
 */
async function inThread<Task extends keyof Answers>(
  task: Task,
  bytes: Uint8Array,
  contentType: string,
): Promise<Answers[Task]> {
  const reader = spare ?? startThread();
  spare = undefined;
  const { thread, loaded } = reader;
  thread.ref();
  let isSound = false;
  const timer = new AbortController();
  try {
    // loaded before the time limit begins: on a busy machine loading can take longer than the limit
    await loaded;
    const tooLong = pause(patience, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw new Error(`Reading took longer than ${patience / 1000} s.`);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    thread.postMessage({ task, bytes, contentType } satisfies Reading);
    const [answer] = (await Promise.race([once(thread, 'message'), tooLong])) as [Answers[Task]];
    isSound = isGood(answer);
    return answer;
  } finally {
    timer.abort();
    if (isSound && !spare) {
      thread.unref();
      spare = reader;
    } else {
      await thread.terminate();
      spare ??= startThread();
    }
  }
}

/** Whether nothing was wrong with the file, so that the thread can read the next one. */
function isGood(answer: Answers[keyof Answers]): boolean {
  if ('webp' in answer) return true;
  return 'how' in answer ? answer.how === 'whole' : answer.fault === undefined && answer.text !== '';
}

/** A thread, and when it can be given a file. */
type Reader = { thread: Worker; loaded: Promise<unknown> };

/** Loaded ahead, for the next file: loading takes longer than reading. */
let spare: Reader | undefined;

function startThread(): Reader {
  const thread = new Worker(builtFile('platform/pdf/document-reader.thread.js'), {
    resourceLimits: heap,
    stderr: true,
  });
  // whoever waits for an answer gets the error; the thread doesn't keep the process alive
  thread.on('error', () => undefined).unref();
  const loaded = new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => {
      if (spare?.thread === thread) spare = undefined;
      reject(new Error('The thread ended before it was loaded.'));
    });
  });
  loaded.catch(() => undefined);
  return { thread, loaded };
}
