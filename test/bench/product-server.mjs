// The product's web process, as `npm run start:web` runs it, on a free port that it sends its parent.
process.env.NODE_ENV = 'production';
const { readEnv } = await import('../../dist/src/platform/env.js');
const { makeLog } = await import('../../dist/src/platform/log.js');
const { makeWeb } = await import('../../dist/src/web.js');

const env = readEnv();
const web = await makeWeb(env, makeLog(env, 'web'));
await web.listen(0, '127.0.0.1');
process.send(await web.getUrl());
