import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from './env.js';

/**
 * Compresses pages, JSON and CSV on the fly (docs/architecture.md#compression). Files keep their bytes, because downloads
 * are counted by them, and event streams are sent as they come.
 */
export async function compressAnswers(fastify: FastifyInstance, env: Env): Promise<void> {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!mayBeCompressed(request, env)) request.headers['x-no-compression'] = '';
    done();
  });
  await fastify.register(compress, {
    // Compressed request bodies are refused as before: their size can't be bounded before they are unpacked.
    globalDecompression: false,
    // Deflate is left out: clients disagree on what it means.
    encodings: ['br', 'gzip'],
    customTypes: /^(?:text\/html|text\/csv|application\/json)\b/,
    threshold: 1024,
    // Quality 2 takes half the time of quality 4 for 5 % more bytes. Answers up to this size are compressed in one call.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
    syncThreshold: 128 * 1024,
    zlibOptions: { level: 5 },
  });
}

/**
 * Whether the size of the answer may depend on its text. Not for a request that another site began: whoever can start
 * requests with a visitor's cookies and see their sizes could guess what a page says (BREACH). Browsers say who began a
 * request over HTTPS alone. Without HTTPS, who sees the sizes sees the text.
 */
function mayBeCompressed({ headers }: FastifyRequest, env: Env): boolean {
  const from = headers['sec-fetch-site'];
  if (from === undefined) return !env.https || headers.cookie === undefined;
  return from === 'same-origin' || from === 'none';
}
