import { readdir, readFile } from 'node:fs/promises';

/** Resident megabytes of the product's web and worker processes, the children of `parent`. Reads /proc: Linux only. */
export async function memoryOf(parent) {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (id, file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
  const found = await Promise.all(
    ids.map(async (id) => {
      const status = await read(id, 'status');
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== parent) return [];
      const [, name] = /dist\/src\/(main|worker)\.js/.exec(await read(id, 'cmdline')) ?? [];
      const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      return name ? [[name === 'main' ? 'web' : name, Math.round(kilobytes / 1024)]] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}
