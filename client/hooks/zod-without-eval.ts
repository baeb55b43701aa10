import { config } from 'zod/v4/core';

// Otherwise each schema tries `new Function` when it is made. The page's policy blocks it, and Firefox logs that as an error.
config({ jitless: true });
