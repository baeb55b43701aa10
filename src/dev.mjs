// `npm run dev`: the product in development. The server restarts when its sources change, the client reloads hot (Vite).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serverBuild } from './server-build.mjs';

const root = join(import.meta.dirname, '..');
const tools = [];

await ended(run('@swc/cli/bin/swc.js', serverBuild));
run('vite/bin/vite.js', ['--logLevel', 'warn']);
run('@swc/cli/bin/swc.js', [...serverBuild, '--watch'], 'ignore');
// Node restarts the supervisor whenever something below dist/src changed.
start(process.execPath, ['--watch-path=dist/src', '--watch-preserve-output', 'dist/src/start.js']);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const tool of tools) tool.kill('SIGTERM');
  });
}

function run(script, options, output = 'inherit') {
  return start(process.execPath, [join(root, 'node_modules', script), ...options], output);
}

function start(command, options, output = 'inherit') {
  const tool = spawn(command, options, {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  tools.push(tool);
  return tool;
}

function ended(tool) {
  return new Promise((resolve) => tool.once('exit', resolve));
}
