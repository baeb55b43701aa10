import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { launch } from 'puppeteer';
import { findBrowser, npmBrowser } from '../../../src/platform/pdf/browser.js';
import { builtFile } from '../../../src/platform/paths.js';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'desk-browser-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('finding a browser', () => {
  test('the one that is named and does not start is named in the refusal, with what to do', async () => {
    const named = join(folder, 'no-such-browser');
    await expect(findBrowser({ executablePath: named, dataDir: folder })).rejects.toThrow(
      /No browser was found[\s\S]*no-such-browser[\s\S]*PUPPETEER_EXECUTABLE_PATH/,
    );
  });

  test('the browser sees none of our settings', async () => {
    process.env.APP_SECRET = 'not for a browser';
    const { env } = await findBrowser({ executablePath: process.env.PUPPETEER_EXECUTABLE_PATH, dataDir: folder });
    delete process.env.APP_SECRET;
    expect(
      Object.keys(env!).filter((name) => !/^(HOME|PATH|TMPDIR|LD_LIBRARY_PATH|FONTCONFIG_FILE)$/.test(name)),
    ).toEqual([]);
  });

  const onLinux = process.platform === 'linux' && process.arch === 'x64' ? test : test.skip;

  onLinux('the one npm brought starts, also when two processes unpack it at once', async () => {
    const [options] = await Promise.all([npmBrowser(folder), npmBrowser(folder)]);
    const browser = await launch(options);
    expect(await browser.version()).toMatch(/Chrome/);
    await browser.close();
  });

  onLinux('the one npm brought is taken where it is named, also where another one is installed', async () => {
    const { executablePath } = await findBrowser({ executablePath: '@sparticuz/chromium', dataDir: folder });
    expect(executablePath).toBe((await npmBrowser(folder)).executablePath);
  });

  onLinux('one that finds no font, and so would print empty pages, is refused', async () => {
    const { executablePath, env } = await npmBrowser(folder);
    const fontless = join(folder, 'fontless');
    await writeFile(join(folder, 'no-fonts.conf'), '<fontconfig><dir>/nowhere</dir></fontconfig>');
    await writeFile(
      fontless,
      `#!/bin/sh\nexport LD_LIBRARY_PATH='${env!.LD_LIBRARY_PATH}' FONTCONFIG_FILE='${folder}/no-fonts.conf'\nexec '${executablePath}' "$@"\n`,
    );
    await chmod(fontless, 0o755);
    await expect(findBrowser({ executablePath: fontless, dataDir: folder })).rejects.toThrow('it finds no font');
  });

  onLinux('a plain user without user namespaces gets one without its sandbox, and a warning', async () => {
    await npmBrowser(folder);
    await run('chmod', ['-R', 'a+rX', folder]);
    const finder = `
      import { findBrowser } from '${builtFile('platform/pdf/browser.js')}';
      const { args } = await findBrowser({ executablePath: '${folder}/plain', dataDir: '${folder}' });
      console.log(JSON.stringify({ args, user: process.getuid() }));`;
    const { executablePath, env } = await npmBrowser(folder);
    await writeFile(
      join(folder, 'plain'),
      `#!/bin/sh\nexport LD_LIBRARY_PATH='${env!.LD_LIBRARY_PATH}' FONTCONFIG_FILE='${env!.FONTCONFIG_FILE}'\nexec '${executablePath}' "$@"\n`,
      { mode: 0o755 },
    );
    const plainUser = process.getuid!() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    const [command, ...args] = [...plainUser, ...(await withoutNamespaces(plainUser)), process.execPath];
    const { stdout } = await run(command, [...args, '--input-type=module', '-e', finder], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production' },
    });
    expect(stdout).toContain('runs without its sandbox');
    const found = JSON.parse(stdout.trim().split('\n').at(-1)!) as { args: string[]; user: number };
    expect(found.user).not.toBe(0);
    expect(found.args).toContain('--no-sandbox');
  });
});

/** A command prefix that forbids user namespaces; empty where the machine already forbids them. */
async function withoutNamespaces(user: string[]): Promise<string[]> {
  const shell = ['sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" "$@"'];
  const limited = ['unshare', '--user', '--map-current-user', '--keep-caps', ...shell];
  const [command, ...args] = [...user, ...limited, 'true'];
  return run(command, args).then(
    () => limited,
    () => [],
  );
}
