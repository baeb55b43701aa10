import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import { routes } from '../../src/shared/routes.js';
import { deliver, mime, signed } from '../inbound/mails.js';
import type { Answer, TestApp } from '../support/app.js';
import type { Registered } from './registration-ledger.js';

/** The order of a life, and its chances. */
type Life = {
  orderId: number;
  encoded: string;
  passport: string;
  key: string;
  chance: (share: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
};

/** How long before now what belongs to an earlier registration came, as PostgreSQL writes it. */
const longAgo = '3 hours';

/**
 * Registers the order of a life with the authority, in some of the ways that happen: the script fills the form, which
 * refuses or accepts it; a member notes that it was sent; the authority's mail with the PIN comes, proven or not; a member
 * adds and removes a screenshot.
 * @returns what was done, and the texts that no pack may print
 */
export async function register(app: TestApp, life: Life): Promise<{ registered: Registered; secrets: string[] }> {
  const { orderId, encoded, passport, key, chance, pick } = life;
  const registered: Registered = { submissions: [], mails: [], shots: [] };
  const secrets: string[] = [];

  const answer = async (outcome: 'accepted' | 'refused', words: string, values: Record<string, string>) => {
    const code = done(await app.call('POST', routes.api.fillerCode(encoded), { as: 'admin' }));
    const opened = done(await app.call('GET', `/api/filler/${code['code'] as string}`));
    const body = { outcome, words, values };
    done(await app.call('POST', `/api/filler/${opened['answer'] as string}/result`, { body }));
  };
  const accepted = async () => {
    const number = registered.submissions.length;
    const declared = { name: `TRAVELLER ${number}`, passport: `Z0000${4000 + number}`, more: chance(0.5) };
    const words = `SUCCESSFULLY REGISTERED n${number}`;
    const { name, more } = declared;
    await answer('accepted', words, {
      name,
      passNo: declared.passport,
      arrDt: '01/03/2026',
      sex: more ? 'FEMALE' : '',
    });
    secrets.push(declared.passport);
    registered.submissions.push({ by: 'script', words, ...declared });
  };
  const refused = async () => {
    const words = `Please select Sex, ${key}`;
    await answer('refused', words, {});
    secrets.push(words);
  };
  const noted = async () => {
    for (const updatingStatus of ['Contact Customer', 'AwaitingGovt'])
      await app.call('PUT', routes.api.move, { as: 'admin', body: { orderId, updatingStatus } });
    registered.submissions.push({ by: 'member', passport });
  };
  const mailed = async () => {
    const isProven = chance(0.7);
    const pin = `Pin${registered.mails.length}q${orderId}`.slice(0, 8);
    const letter = { from: 'MDAC <mdac@imi.gov.my>', text: `Passport No. : ${passport}\nPIN : ${pin}` };
    await deliver(app, isProven ? await signed(letter) : mime(letter), `${orderId}@apply.test`);
    const [mail] = await app.database.query<{ id: number }[]>(
      'SELECT max(id) AS id FROM inbound_mails WHERE order_id = $1',
      [orderId],
    );
    await app.web.get<ReadingService>('ReadingService').readNow(mail!.id, true);
    const [read] = await app.database.query<{ pin: string | null }[]>('SELECT pin FROM inbound_mails WHERE id = $1', [
      mail!.id,
    ]);
    if (isProven && read!.pin !== pin) throw new Error(`The PIN ${pin} was read as ${read!.pin}.`);
    secrets.push(pin);
    registered.mails.push({ isProven, isOld: await aged('inbound_mails', mail!.id) });
  };
  const shot = async () => {
    if (registered.shots.length === 3) return;
    const background = { r: registered.shots.length, g: orderId % 256, b: 90 };
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.set('kind', 'registration_check');
    body.set('file', new Blob([bytes]), 'page.png');
    const { id } = done(await app.call('POST', routes.api.addOrderFile(encoded), { as: 'admin', body }));
    const isOld = await aged('order_files', id as number);
    const isRemoved = chance(0.25);
    if (isRemoved) {
      const path = routes.api.removeOrderFile(encoded, id as number);
      await app.call('POST', path, { as: 'admin', body: {} });
    }
    registered.shots.push({ sha256: createHash('sha256').update(bytes).digest('hex'), isOld, isRemoved });
  };
  /** Makes some of what came an answer to an earlier registration. */
  const aged = async (table: 'inbound_mails' | 'order_files', id: number) => {
    const isOld = chance(0.3);
    if (isOld)
      await app.database.query(`UPDATE ${table} SET create_ts = create_ts - $2::interval WHERE id = $1`, [id, longAgo]);
    return isOld;
  };

  for (let steps = pick([1, 2, 3]); steps > 0; steps--)
    await pick([accepted, accepted, refused, noted, mailed, mailed, shot] as const)();
  return { registered, secrets };
}

/** The data of an answer. @throws Error for a refusal */
function done({ code, body }: Answer): Record<string, unknown> {
  if (code !== 200) throw new Error(`registration: ${body.message}`);
  return body.data as Record<string, unknown>;
}
