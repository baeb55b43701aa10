// Builds the product into dist/: server by SWC, client and server rendering by Vite, side by side.
// Does nothing when dist/ was made from just these sources; `--always` builds all the same.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/.built');
const sources = ['src', 'views', 'client', 'package-lock.json', 'vite.config.ts', '.swcrc', 'nest-cli.json'];

const fingerprint = await fingerprintOf(sources);
const known = await readFile(stamp, 'utf8').catch(() => '');
if (known !== fingerprint || process.argv.includes('--always')) {
  process.stderr.write('building …\n');
  await rm(join(root, 'dist'), { recursive: true, force: true });
  await Promise.all([
    run('@nestjs/cli/bin/nest.js', 'build'),
    run('vite/bin/vite.js', 'build', '--logLevel', 'warn'),
    run('vite/bin/vite.js', 'build', '--ssr', 'client/ssr.tsx', '--outDir', 'dist/ssr', '--logLevel', 'warn'),
  ]);
  await writeFile(stamp, fingerprint);
}

async function run(script, ...options) {
  const tool = spawn(process.execPath, [join(root, 'node_modules', script), ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const code = await new Promise((resolve) => tool.once('exit', resolve));
  if (code !== 0) {
    process.stderr.write(`${script} failed\n`);
    process.exit(1);
  }
}

/** Of the names, sizes and times of all source files: cheap, and changed by every edit. */
async function fingerprintOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const below = await readdir(join(root, path), { recursive: true }).catch(() => ['']);
    for (const name of below.sort()) {
      const found = await stat(join(root, path, name));
      if (found.isFile()) hash.update(`${path}/${name}:${found.size}:${found.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}
