import { execFile } from 'node:child_process';
import { access, mkdir, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const unpacked = join(import.meta.dirname, '../../.data/redis');

/**
 * The settings with which tests start a redis-server: the machine's own, else Debian's package, installed when we are root
 * and merely unpacked under .data when not. undefined where neither can be had.
 */
export async function findRedis() {
  const known = await inPath('redis-server');
  if (known) return { TEST_REDIS_SERVER: known };
  if (process.platform !== 'linux' || !(await inPath('apt-get'))) return undefined;

  try {
    return process.getuid() === 0 ? await install() : await unpack();
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    return undefined;
  }
}

async function install() {
  await run('apt-get', ['update']);
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return { TEST_REDIS_SERVER: await inPath('redis-server') };
}

/** Unpacks the packages, because only root may install them; the server finds its libraries by LD_LIBRARY_PATH. */
async function unpack() {
  const server = join(unpacked, 'usr/bin/redis-check-rdb');
  if (!(await exists(server))) {
    await mkdir(join(unpacked, 'lists/partial'), { recursive: true });
    const own = ['-o', `Dir::State::lists=${join(unpacked, 'lists')}`, '-o', `Dir::Cache=${unpacked}`];
    await run('apt-get', [...own, 'update']);
    const packages = ['redis-tools', 'liblua5.1-0', 'liblzf1', 'libjemalloc2', 'lua-bitop', 'lua-cjson', 'libatomic1'];
    await run('apt-get', [...own, 'download', ...packages], { cwd: unpacked });
    const files = (await readdir(unpacked)).filter((name) => name.endsWith('.deb'));
    for (const file of files) await run('dpkg', ['-x', join(unpacked, file), unpacked]);
  }
  const libraries = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'usr/lib'].map((path) =>
    join(unpacked, path),
  );
  // Debian's redis-server is a link to redis-check-rdb, which chooses its function by the name it is called by (argv0).
  return { TEST_REDIS_SERVER: server, TEST_REDIS_LIBRARIES: libraries.join(delimiter) };
}

async function inPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  for (const folder of folders) if (await exists(join(folder, name))) return join(folder, name);
  return undefined;
}

function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}
