import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { ownPath } from '../thread-time.js';
import type { Reading } from './document-reader.js';
import { attachedTo } from './attached.js';
import { lookAt, openChecked } from './embed.js';
import { pictureOf, printedPictureOf, textReader } from './raster.js';

/**
 * The thread of document-reader.ts: says that it is loaded, by its path, reads the documents that it is given, one after the other, and
 * says what it found; an error ends it, and is the answer.
 */
// Loaded before there is a file, because loading takes longer than reading.
const textOf = await textReader();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage(ownPath());

/** What is attached in a way that can't be read leaves the text of the pages. */
async function check(bytes: Uint8Array) {
  const { fault, pdf } = await openChecked(bytes);
  return { fault, text: pdf ? await textOf(bytes, await attachedTo(pdf).catch(() => null)) : '' };
}

async function look({ bytes, contentType }: Reading) {
  const { how, pages } = await lookAt(bytes, contentType);
  return { how, pages };
}

const tasks: Record<Reading['task'], (reading: Reading) => Promise<unknown>> = {
  check: ({ bytes }) => check(bytes),
  look,
  draw: ({ bytes, contentType }) => pictureOf(bytes, contentType),
  print: ({ bytes, contentType }) => printedPictureOf(bytes, contentType),
};

for (;;) {
  const [reading] = (await once(parentPort!, 'message')) as [Reading];
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
  parentPort!.postMessage(await tasks[reading.task](reading));
}
