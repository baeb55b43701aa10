import { z } from 'zod';

/** What keeping or discarding a draft answers. */
export const draftKept = z.object({
  done_at: z.iso.datetime().describe('A page that was read later than this shows what was done.'),
});
