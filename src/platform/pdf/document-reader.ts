import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../paths.js';
import type { DocumentLook, PdfFault } from './embed.js';

/** What the thread finds out (document-reader.thread.ts). */
type Answers = { check: PdfCheck; look: DocumentLook };
/** What is wrong with a PDF, undefined when nothing is, and the text of its pages. */
export type PdfCheck = { fault: PdfFault | undefined; text: string };
/** What the thread is given. */
export type Reading = { task: keyof Answers; bytes: Uint8Array; contentType: string };

/** A file may be made to fill memory and time: what takes more than this, in megabytes and milliseconds, is not read. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };
const patience = 10_000;

/** How many files may be read at once, and who waits for a turn. */
const room = { free: 2 };
const waiting: (() => void)[] = [];

/**
 * What is wrong with a PDF that is to be passed on (embed.ts), and its text (raster.ts). It counts as damaged when finding
 * out takes too much.
 */
export function readPdf(bytes: Uint8Array): Promise<PdfCheck> {
  return inThread('check', bytes, 'application/pdf').catch(() => ({ fault: 'damaged', text: '' }));
}

/** How the pages of a document can be shown (embed.ts). @throws Error when they can't, or when finding out takes too much */
export function lookAt(bytes: Uint8Array, contentType: string): Promise<DocumentLook> {
  return inThread('look', bytes, contentType);
}

/**
 * In a thread, so that the process goes on serving meanwhile. What a file does to the thread ends with it: only one that
 * found a document whole, or nothing wrong with it and its text, reads another, because loading a thread takes a hundred
 * times as long as reading a card.
 */
async function inThread<Task extends keyof Answers>(
  task: Task,
  bytes: Uint8Array,
  contentType: string,
): Promise<Answers[Task]> {
  while (room.free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
  room.free--;
  const reader = spare ?? startThread();
  spare = undefined;
  const { thread, loaded } = reader;
  thread.ref();
  let isSound = false;
  const timer = new AbortController();
  try {
    // loading is no fault of the file: on a busy machine it takes longer than reading may
    await loaded;
    const tooLong = pause(patience, undefined, { signal: timer.signal, ref: false }).then(() => {
      throw new Error(`Reading took longer than ${patience / 1000} s.`);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    thread.postMessage({ task, bytes, contentType } satisfies Reading);
    const [answer] = (await Promise.race([once(thread, 'message'), tooLong])) as [Answers[Task]];
    isSound = 'how' in answer ? answer.how === 'whole' : answer.fault === undefined && answer.text !== '';
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
    room.free++;
    waiting.shift()?.();
  }
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
  // an error is the answer to who waits for one; a process that has nothing else to do may end
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
