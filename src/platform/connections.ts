import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a connection may stay open before its first request, in milliseconds. */
const silentMs = 30_000;

/**
 * Bounds the number of a server's connections, and the time until a connection's first request. Browsers open connections
 * in advance that they never use, and anybody can open thousands.
 * @returns a function that ends the connections without a request so far
 */
export function boundConnections(server: Server, most: number, silent = silentMs): () => void {
  const unused = new Map<Socket, NodeJS.Timeout>();
  const forget = (socket: Socket) => {
    clearTimeout(unused.get(socket));
    unused.delete(socket);
  };
  server.maxConnections = most;
  server.on('connection', (socket) => {
    unused.set(
      socket,
      setTimeout(() => socket.destroy(), silent),
    );
    socket.once('close', () => forget(socket));
  });
  server.on('request', ({ socket }) => forget(socket));
  return () => {
    for (const socket of unused.keys()) socket.destroy();
  };
}

/**
 * Ends idle connections while the server closes, which otherwise waits for them. Node counts two kinds of idle
 * connections as busy: those that browsers open in advance and never use, and those whose last answer was sent after the
 * closing began.
 * @param endUnused what `boundConnections` returned
 */
export function closeSwiftly(fastify: FastifyInstance, endUnused: () => void): void {
  const { server } = fastify;
  fastify.addHook('preClose', (done) => {
    endUnused();
    const sweep = setInterval(() => server.closeIdleConnections(), 50).unref();
    server.once('close', () => clearInterval(sweep));
    done();
  });
}
