import { z } from 'zod';

/** A failed job to run again: its row on the operator's page. */
export const retryJob = z.object({
  failureId: z.int({ error: 'Please name the failed job.' }).positive('Please name the failed job.').max(2_147_483_647),
});
export type RetryJob = z.infer<typeof retryJob>;
