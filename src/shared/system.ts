import { z } from 'zod';
import { rowId } from './input.js';

/** A failed job to run again: its row on the operator's page. */
export const retryJob = z.object({
  failureId: rowId('Please name the failed job.'),
});
export type RetryJob = z.infer<typeof retryJob>;
