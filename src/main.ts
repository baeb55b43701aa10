import 'reflect-metadata';
import { readEnv } from './platform/env.js';
import { makeLog } from './platform/log.js';
import { exitWithParent, tellReady } from './platform/parent.js';
import { runUntilTold } from './platform/run.js';
import { makeWeb } from './web.js';

/** The web process: `npm run start:web`. */
await runUntilTold(async () => {
  const env = readEnv();
  const app = await makeWeb(env, makeLog(env, 'web'));
  exitWithParent(() => app.close());
  await app.listen(env.PORT, env.HOST);
  tellReady();
  return app;
});
