import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { builtFile } from '../paths.js';
import { Refused } from '../reply.js';
import { sha256Of } from '../sha256.js';
import { type ThreadPath, processorTime } from '../thread-time.js';
import { Turns } from '../turns.js';
import type { DocumentLook, PdfFault } from './embed.js';
import type { PagePicture, PrintedPicture } from './raster.js';

/** What the thread finds out (document-reader.thread.ts). */
type Answers = { check: PdfCheck; look: DocumentLook; draw: PagePicture; print: PrintedPicture };
/** What is wrong with a PDF, undefined when nothing is, and the text of its pages. */
type PdfCheck = { fault: PdfFault | undefined; text: string };
/** What the thread is given. */
export type Reading = { task: keyof Answers; bytes: Uint8Array; contentType: string };

/** A file that takes more memory (megabytes) is not read, because it may be an attack. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };

/**
 * How long reading a file may take, in milliseconds. A file that takes more of the processor may be an attack, as one that
 * takes more memory. The clock runs on while the machine is busy with something else, so it says nothing about the file:
 * where it ends, the file is refused with 503 and can be tried again.
 */
export const readingLimits = { processor: 10_000, clock: 60_000 };
const log = new Logger('reader');

/** How often the processor's time is looked at, in milliseconds. */
const lookEvery = 100;

/** How many files are read at once. */
const turns = new Turns(2);

/**
 * What is wrong with a PDF that is to be passed on (embed.ts), and its text (raster.ts). It counts as damaged when it
 * crashes the reader. @throws Refused 503 when it could not be read in time
 */
export function readPdf(bytes: Uint8Array): Promise<PdfCheck> {
  return inTurn('check', bytes, 'application/pdf').catch((error: unknown) => {
    if (error instanceof Refused) throw error;
    return { fault: isCostly(error) ? 'costly' : 'damaged', text: '' };
  });
}

/**
 * How the pages of a document can be shown (embed.ts).
 * @throws Refused 503 when it could not be read in time; another Error when they can't be shown, or finding out takes too
 * much
 */
export function lookAt(bytes: Uint8Array, contentType: string): Promise<DocumentLook> {
  return inTurn('look', bytes, contentType);
}

/**
 * A small picture of the first page of a PDF, or of an image.
 * @throws Refused 503 when it could not be drawn in time; another Error when it has no page that can be drawn, or drawing
 * takes too much
 */
export function drawFirstPage(bytes: Uint8Array, contentType: string): Promise<PagePicture> {
  return inTurn('draw', bytes, contentType);
}

/** As `drawFirstPage`, as a JPEG that is large enough to be printed. @throws as it does */
export async function printFirstPage(bytes: Uint8Array, contentType: string): Promise<Uint8Array> {
  return (await inTurn('print', bytes, contentType)).jpeg;
}

/**
 * What reading failed on, by the task and the hash of the file: a crash of PDFium, too much of the processor or the memory.
 * So a file that is looked at again doesn't take all of that again.
 */
const failures = new Map<string, unknown>();
const mostFailures = 1000;

/** Reads when it is its turn, unless the same failed before. What was not in time says nothing about the file. */
async function inTurn<Task extends keyof Answers>(
  task: Task,
  bytes: Uint8Array,
  contentType: string,
): Promise<Answers[Task]> {
  const key = `${task} ${sha256Of(bytes)}`;
  return turns.run(async () => {
    if (failures.has(key)) throw failures.get(key);
    return inThread(task, bytes, contentType).catch((error: unknown) => {
      if (!(error instanceof Refused)) remember(key, error);
      throw error;
    });
  });
}

/** The failure that is the longest ago is forgotten first. */
function remember(key: string, failure: unknown): void {
  failures.set(key, failure);
  if (failures.size > mostFailures) failures.delete(failures.keys().next().value!);
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
  const over = new AbortController();
  try {
    // loaded before the limits begin: on a busy machine loading can take longer than they are
    const path = await loaded.catch((error: unknown) => {
      log.error({ error: String(error) }, 'the reader of documents did not start');
      throw notInTime();
    });
    const tooLong = exceeded(path, over.signal);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    thread.postMessage({ task, bytes, contentType } satisfies Reading);
    const [answer] = (await Promise.race([once(thread, 'message'), tooLong])) as [Answers[Task]];
    isSound = isGood(answer);
    return answer;
  } finally {
    over.abort();
    if (isSound && !spare) {
      thread.unref();
      spare = reader;
    } else {
      await thread.terminate();
      spare ??= startThread();
    }
  }
}

/** Rejects when a thread has taken more time than `readingLimits`, counted from now; never resolves. */
function exceeded(path: ThreadPath, over: AbortSignal): Promise<never> {
  const { processor, clock } = readingLimits;
  const before = processorTime(path);
  return new Promise((_, reject) => {
    const looking = setInterval(() => {
      if (processorTime(path) - before > processor)
        reject(new TooCostly(`Reading took more than ${processor / 1000} s of the processor.`));
    }, lookEvery).unref();
    const ending = setTimeout(() => reject(notInTime()), clock).unref();
    over.addEventListener('abort', () => {
      clearInterval(looking);
      clearTimeout(ending);
    });
  });
}

class TooCostly extends Error {}

/** Whether reading took too much of the processor or the memory. */
function isCostly(error: unknown): boolean {
  return error instanceof TooCostly || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function notInTime(): Refused {
  return new Refused('The file could not be read in time. Please try again.', 503);
}

/** Whether nothing was wrong with the file, so that the thread can read the next one. */
function isGood(answer: Answers[keyof Answers]): boolean {
  if ('webp' in answer || 'jpeg' in answer) return true;
  return 'how' in answer ? answer.how !== 'pictures' : answer.fault === undefined && answer.text !== '';
}

/** A thread, and when it can be given a file, by then with its path among the system's threads. */
type Reader = { thread: Worker; loaded: Promise<ThreadPath> };

/** Loaded ahead, for the next file: loading takes longer than reading. */
let spare: Reader | undefined;

function startThread(): Reader {
  const thread = new Worker(builtFile('platform/pdf/document-reader.thread.js'), {
    resourceLimits: heap,
    stderr: true,
  });
  // whoever waits for an answer gets the error; the thread doesn't keep the process alive
  thread.on('error', () => undefined).unref();
  const loaded = new Promise<ThreadPath>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => {
      if (spare?.thread === thread) spare = undefined;
      reject(new Error('The thread ended before it was loaded.'));
    });
  });
  loaded.catch(() => undefined);
  return { thread, loaded };
}
