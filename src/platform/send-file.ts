import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

type FileFacts = {
  /** In ASCII. */
  name: string;
  type: string;
  /** In bytes; undefined when it isn't known yet. */
  size?: number;
  /** Whether the browser shows the file; else it saves it. */
  isShown?: boolean;
};

/** The headers that every file leaves with. No cache keeps it: who may read it is asked at each request. */
export function fileHeaders({ name, type, size, isShown = false }: FileFacts): Record<string, string | number> {
  return {
    'content-type': type,
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}"`,
    'cache-control': 'private, no-store',
    // a proxy that keeps a file for a slow reader would make every download complete (docs/operations.md)
    'x-accel-buffering': 'no',
    ...(size !== undefined && { 'content-length': size }),
  };
}

/** Answers with a file, from a handler that takes `@Res()`. */
export function sendFile(reply: FastifyReply, facts: FileFacts, body: Readable | Uint8Array): FastifyReply {
  return reply.headers(fileHeaders(facts)).send(body);
}
