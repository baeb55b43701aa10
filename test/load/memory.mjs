import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Resident megabytes of the product's web and worker processes, the children of `parent`. */
export async function memoryOf(parent) {
  const { stdout } = await run('ps', ['-A', '-o', 'ppid=,rss=,args=']);
  const children = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => found && Number(found[1]) === parent);
  return Object.fromEntries(
    children.flatMap(([, , kilobytes, command]) => {
      const [, name] = /dist\/src\/(main|worker)\.js/.exec(command) ?? [];
      return name ? [[name === 'main' ? 'web' : name, Math.round(Number(kilobytes) / 1024)]] : [];
    }),
  );
}
