import 'reflect-metadata';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { inApplication } from '../commands/application.js';
import { DraftsModule } from '../drafts/drafts.module.js';
import { runAsScript } from '../platform/script.js';
import { addMember, memberFields } from '../shared/team.js';
import { TeamQueries } from './team.queries.js';
import { TeamService } from './team.service.js';

const usage = 'Usage: npm run team:create -- --name "Ann Lee" --email ann@example.com --type Admin';

/** `npm run team:create`: adds a member by the rules of the team page; the first account of an installation, say. */
await runAsScript(import.meta.url, async (env) => {
  const { values } = parseArgs({
    options: { name: { type: 'string' }, email: { type: 'string' }, type: { type: 'string' } },
  });
  // Checked before the prompt for the password.
  read(memberFields, values);
  if (!env.DATABASE_URL) throw new Error('Set DATABASE_URL. (npm start without it brings demo accounts along.)');

  const member = read(addMember, { ...values, password: await askPassword() });
  await inApplication({
    env,
    url: env.DATABASE_URL,
    imports: [DraftsModule],
    providers: [TeamQueries, TeamService],
    work: (app) => app.get(TeamService).enrol({ id: null, name: 'Console' }, member),
  });
  process.stdout.write(`${member.name} can sign in as ${member.email} (${member.type}).\n`);
});

function read<Output>(
  schema: {
    safeParse(input: unknown): { data?: Output; error?: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  input: unknown,
): Output {
  const { data, error } = schema.safeParse(input);
  if (data) return data;
  throw new Error([...error!.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`), usage].join('\n'));
}

/** On a terminal prompts twice without echo; otherwise reads the first line of the input. */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';

  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  terminal.once('SIGINT', () => process.exit(130));
  const ask = async (question: string) => {
    process.stderr.write(question);
    const answer = await terminal.question('');
    process.stderr.write('\n');
    return answer;
  };
  const password = await ask('Password: ');
  const again = await ask('Again: ');
  terminal.close();
  if (password !== again) throw new Error('The two passwords differ.');
  return password;
}
