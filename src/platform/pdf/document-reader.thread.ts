import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import type { Reading } from './document-reader.js';
import { checkPdf, lookAt } from './embed.js';

/**
 * The thread of document-reader.ts: says that it is loaded, reads one document and says what it found; an error ends it, and is
 * the answer.
 */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage('loaded');
const [{ task, bytes, contentType }] = (await once(parentPort!, 'message')) as [Reading];

async function look() {
  const { how, pages } = await lookAt(bytes, contentType);
  return { how, pages };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage(task === 'check' ? await checkPdf(bytes) : await look());
