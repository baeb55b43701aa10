import { parentPort, workerData } from 'node:worker_threads';
import { checkPdf, lookAt } from './embed.js';

/** The thread of document-reader.ts: reads one document and says what it found; an error ends it, and is the answer. */
const { task, bytes, contentType } = workerData as { task: 'check' | 'look'; bytes: Uint8Array; contentType: string };

async function look() {
  const { how, pages } = await lookAt(bytes, contentType);
  return { how, pages };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage(task === 'check' ? await checkPdf(bytes) : await look());
