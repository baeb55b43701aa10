import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../src/platform/paths.js';

const run = promisify(execFile);

/** Commands that only a container engine can run: system packages and system folders. */
const engineAlone = /^(?:apt-get|mkdir \/data)/;

/** The text of docker-compose.yml, and the Dockerfile in it. */
export async function readCompose(): Promise<{ compose: string; dockerfile: string[] }> {
  const compose = await readFile(join(projectFolder, 'docker-compose.yml'), 'utf8');
  const block = /dockerfile_inline: \|\n((?: {8}.*\n)+)/.exec(compose)?.[1] ?? '';
  return { compose, dockerfile: block.split('\n').flatMap((line) => line.trim().match(/^[A-Z].*/) ?? []) };
}

/** The command of a service's health check: the words behind `CMD`. */
export function healthCheck(compose: string, service: string): string[] {
  const text = compose.slice(compose.indexOf(`\n  ${service}:\n`));
  return (JSON.parse(/test: (\[.*\])/.exec(text)![1]!) as string[]).slice(1);
}

/**
 * Runs the Dockerfile without a container engine, with a folder for each stage's file system: COPY, which respects
 * .dockerignore, and RUN.
 * @returns the last stage's working folder
 */
export async function buildImage(dockerfile: string[], folder: string): Promise<string> {
  const ignored = await ignoredNames();
  let stage = '';
  let workdir = '';
  for (const line of dockerfile) {
    const [instruction, ...words] = line.split(' ');
    if (instruction === 'FROM') {
      stage = join(folder, words.at(-2) === 'AS' ? words.at(-1)! : 'final');
    } else if (instruction === 'WORKDIR') {
      workdir = join(stage, words[0]!);
      await mkdir(workdir, { recursive: true });
    } else if (instruction === 'COPY') {
      const [from, ...paths] = words[0]!.startsWith('--from=')
        ? [words[0]!.slice(7), ...words.slice(1)]
        : ['', ...words];
      const target = join(workdir, paths.at(-1)!);
      for (const path of paths.slice(0, -1)) await copy(path, from, target);
    } else if (instruction === 'RUN' && !engineAlone.test(words.join(' '))) {
      await run('sh', ['-c', words.join(' ')], {
        cwd: workdir,
        maxBuffer: 64_000_000,
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
      });
    }
  }
  return workdir;

  async function copy(path: string, from: string, target: string): Promise<void> {
    const source = from ? join(folder, from, path) : join(projectFolder, path);
    const isFolder = path === '.' || from !== '';
    await cp(source, isFolder && !path.endsWith('.json') ? target : join(target, basename(path)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== '' || !ignored.has(relative(projectFolder, file).split('/')[0]!),
    });
  }
}

async function ignoredNames(): Promise<Set<string>> {
  const lines = (await readFile(join(projectFolder, '.dockerignore'), 'utf8')).split('\n');
  return new Set(lines.filter((line) => /^[^#!*]+$/.test(line)));
}
