import type { ClientBase } from 'pg';

/**
 * For a pool's `onConnect`. pg-pool removes its error listener when it hands a connection out. If PostgreSQL closes a
 * connection before the borrower has added a listener, the unhandled error would end the process. So this adds a listener
 * that ignores the error; the next query on the connection still fails.
 */
export function ignoreConnectionErrors(client: ClientBase): void {
  client.on('error', () => undefined);
}
