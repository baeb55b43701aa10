import type { Client } from 'pg';

/**
 * For a pool's `onConnect`. pg-pool stops listening when it hands a connection out, and who takes it begins a moment later or
 * not at all: one that PostgreSQL's end cuts off in between would end the process. Whoever uses it next is told anyway.
 */
export function surviveLoss(client: Client): void {
  client.on('error', () => undefined);
}
