import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');

/** The lines of this component's body that the rule reports. */
async function reported(lines: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'));
  const file = join(folder, 'screen.tsx');
  await writeFile(file, lines.join('\n'));
  const rules = ['-A', 'all', '-D', 'effects/braced-effect', '--format', 'json'];
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const out = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [oxlint, '-c', join(root, '.oxlintrc.json'), ...rules, file],
      { cwd: root },
      (_, stdout) => resolve(stdout),
    );
  });
  await rm(folder, { recursive: true });
  const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; labels: { span: { line: number } }[] }[] };
  return diagnostics
    .filter(({ code }) => code.includes('braced-effect'))
    .map(({ labels }) => lines[labels[0]!.span.line - 1]!);
}

test('an effect that may return what a browser’s function returns is reported, however it is written', async () => {
  const returning = [
    'useEffect(() => box.current.scrollIntoView(), []);',
    'useLayoutEffect(() => isOpen && box.current.focus(), []);',
    'useEffect(() => (isOpen ? box.current.showPopover() : undefined), []);',
    'React.useEffect(async () => { await read(); }, []);',
    'useInsertionEffect(() => box.current?.scrollIntoView());',
  ];
  const sound = [
    'useEffect(() => { box.current.scrollIntoView(); }, []);',
    'useEffect(() => void box.current.scrollIntoView(), []);',
    'useEffect(() => () => stop(), []);',
  ];
  expect((await reported([...returning, ...sound])).toSorted()).toEqual(returning.toSorted());
});
