import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { Reading } from './document-reader.js';
import { checkPdf, lookAt } from './embed.js';
import { textReader } from './raster.js';

/**
 * The thread of document-reader.ts: says that it is loaded, reads one document and says what it found; an error ends it, and is
 * the answer.
 */
// Loaded before there is a file, because loading takes longer than reading.
const textOf = await textReader();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage('loaded');
const [{ task, bytes, contentType }] = (await once(parentPort!, 'message')) as [Reading];

async function check() {
  const fault = await checkPdf(bytes);
  return { fault, text: fault ? '' : await textOf(bytes) };
}

async function look() {
  const { how, pages } = await lookAt(bytes, contentType);
  return { how, pages };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage(task === 'check' ? await check() : await look());
