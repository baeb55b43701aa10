import type { ClientBase } from 'pg';
import { kualaLumpurToday, processingDate, processMonth } from '../shared/dates.js';
import { checkDigit } from '../shared/mrz.js';
import type { CheckId } from '../shared/order-checks.js';
import { plainName } from '../shared/plain-name.js';
import type { Worker } from './life.js';

/**
 * What makes an order fail each check, as SQL of its columns. `:past` is a day that has passed, `:zone` the zone of the
 * passport as the order has it.
 */
const faultOf: Record<CheckId, string> = {
  'passport-expired': `passport_expiry = doa - 20`,
  'passport-short': `passport_expiry = doa + 90, mode_of_travel = 'AIR'`,
  'passport-short-land': `passport_expiry = doa + 45, mode_of_travel = 'LAND'`,
  'passport-long': `passport_expiry = passport_expiry + interval '543 years'`,
  'passport-number': `passport_no = passport_no || '-7'`,
  mrz: `mrz = 'P<GBR' || E'\\n' || passport_no`,
  'zone-number': `mrz = ':zone', passport_no = reverse(passport_no)`,
  'zone-birth-date': `mrz = ':zone', dob = dob + 1`,
  'zone-expiry': `mrz = ':zone', passport_expiry = passport_expiry + 1`,
  'zone-sex': `mrz = ':zone', sex = CASE sex WHEN 'F' THEN 'M' ELSE 'F' END`,
  'zone-nationality': `mrz = ':zone', nationality = CASE nationality WHEN 'AUS' THEN 'NZL' ELSE 'AUS' END`,
  'zone-name': `mrz = ':zone', full_name = 'Robert Miller'`,
  nationality: `nationality = 'ATLANTIS'`,
  'birth-date': `dob = create_ts::date + 400`,
  'no-card-needed': `nationality = 'SGP'`,
  'arrival-past': `doa = ':past', dod = NULL`,
  'arrival-far': `doa = doa + 1100, dod = NULL, passport_expiry = passport_expiry + 1100`,
  'long-stay': `dod = doa + 120`,
  postcode: `post_code = '5045'`,
  phone: `phone_code = '+60', phone_number = '12'`,
  'birth-place': `place_of_birth = 'Atlantis'`,
  sex: `sex = 'X'`,
  flight: `flight_detail = 'Cruise of the Star of the Straits, cabin 4012'`,
  mode: `mode_of_travel = 'As a passenger'`,
  embarkation: `last_port_embarkation = 'KLIA', embarkation_country = NULL`,
  stay: `accommodation_type = NULL, accommodation_of_stay = 'To be confirmed'`,
  'stay-address': `address = 'Langkawi'`,
  state: `state = 'Wilayah', post_code = NULL`,
  'place-differs': `state = 'Sabah', post_code = '50450'`,
  unmailable: `contact_email_address = 'traveller.' || id || '.@example.com'`,
  address: `contact_email_address = 'traveller' || id || '@gmial.com'`,
  doubled: `post_code = post_code`,
  'one-word': `full_name = split_part(signature_name, ' ', 1)`,
  'name-title': `full_name = 'MR ' || full_name`,
  'name-script': `full_name = '王伟'`,
  'name-long': `full_name = 'Wolfeschlegelsteinhausenbergerdorff Adolph Blaine Charles David Earl'`,
};
const day = 86_400_000;
/** How many orders fail each check. */
const each = 2;
/** From this number of orders on there is enough to choose from. */
const enoughOrders = 200;

/** The facts of a passport, days as its zone has them. */
type Traveller = { name: string; passport: string; nationality: string; born: string; sex: string; expiry: string };
type Around = { firstId: number; orders: number; now: number; windowDays: number; members: Worker[] };

/**
 * Makes a few of the new orders fail each check, amends a few that have their card already, and lets the mails of two cards
 * bounce.
 */
export async function addFaults(session: ClientBase, around: Around): Promise<void> {
  if (around.orders < enoughOrders) return;

  const checks = Object.keys(faultOf) as CheckId[];
  const { rows } = await session.query<Traveller & { id: number }>(
    `SELECT id, signature_name AS name, passport_no AS passport, nationality, to_char(dob, 'YYMMDD') AS born, sex,
       to_char(passport_expiry, 'YYMMDD') AS expiry FROM orders WHERE id >= $1 AND (process_status IN ('New', 'Priority') AND id % 4 = 0 OR process_status = 'Future')
     ORDER BY process_status = 'Future', id DESC LIMIT $2`,
    [around.firstId, checks.length * each],
  );
  const past = kualaLumpurToday(new Date(around.now - 2 * day));
  for (const [at, order] of rows.entries()) {
    const fault = faultOf[checks[at % checks.length]!].replace(':past', past).replace(':zone', zoneOf(order));
    await session.query(`UPDATE orders SET ${fault} WHERE id = $1`, [order.id]);
  }
  await double(
    session,
    rows.filter((_row, at) => checks[at % checks.length] === 'doubled').map(({ id }) => id),
  );
  await amend(session, around);
  await bounce(session, around);
}

/** Both lines of a passport's zone (ICAO 9303, part 4). */
function zoneOf({ name, passport, nationality, born, sex, expiry }: Traveller): string {
  const checked = (field: string) => field + String(checkDigit(field));
  const number = checked(
    passport
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 9)
      .padEnd(9, '<'),
  );
  const [birth, until, personal] = [checked(born), checked(expiry), '<'.repeat(15)];
  const last = checkDigit(number + birth + until + personal);
  const words = plainName(name, { nationality }).split(' ');
  const names = `P<${nationality}${words.at(-1)}<<${words.slice(0, -1).join('<')}`.slice(0, 44).padEnd(44, '<');
  return `${names}\n${number}${nationality}${birth}${sex === 'X' ? '<' : sex}${until}${personal}${last}`;
}

/** Gives orders the same passport and arrival. */
async function double(session: ClientBase, ids: number[]): Promise<void> {
  await session.query(
    `UPDATE orders o SET passport_no = first.passport_no, doa = first.doa, processing_date = first.processing_date,
       process_month = first.process_month, process_status = first.process_status
     FROM orders first WHERE first.id = $1 AND o.id = ANY($2)`,
    [ids[0], ids],
  );
}

/** Mends the address of two customers, and moves the arrival of two others so that their card is outdated. */
async function amend(session: ClientBase, { firstId, now, windowDays, members }: Around): Promise<void> {
  const { rows } = await session.query<{ id: number; address: string; doa: string; card: number }>(
    `SELECT o.id, contact_email_address AS address, doa::text, d.id AS card
     FROM orders o JOIN documents d ON d.order_id = o.id JOIN mails m ON m.document_id = d.id AND m.state = 'delivered'
     WHERE o.id >= $1 AND process_status = 'Completed' AND disputed_at IS NULL AND processed_at < $2
     ORDER BY o.id DESC LIMIT 4`,
    [firstId, new Date(now - 3 * day)],
  );
  const at = new Date(now - 3_600_000);
  const doa = kualaLumpurToday(new Date(now + 20 * day));
  const opens = processingDate(doa, windowDays);
  for (const [index, { id, address, doa: before, card }] of rows.entries()) {
    const member = members[index % members.length]!;
    const isAddress = index % 2 === 0;
    const mended = address.replace('@', '.new@');
    const changes = isAddress
      ? { contact_email_address: { from: address, to: mended } }
      : { doa: { from: before, to: doa } };
    const [from, to] = isAddress ? [null, null] : ['Completed', 'Future'];
    await session.query(
      isAddress
        ? `UPDATE orders SET contact_email_address = $4, confirm_contact_email_address = $4, email = $4, address_since = $3,
             version = version + 1, changed_by = $2, changed_at = $3, last_change = 'change' WHERE id = $1`
        : `UPDATE orders SET doa = $4::date, dod = NULL, processing_date = $5, process_month = $6, process_status = 'Future',
             submit_again = true, outdated_card = $7, version = version + 1, changed_by = $2, changed_at = $3,
             last_change = 'move:Future' WHERE id = $1`,
      [id, member.name, at, ...(isAddress ? [mended] : [doa, opens, processMonth(opens), card])],
    );
    await session.query(
      `INSERT INTO activity (order_id, member_id, actor, action, "from", "to", note, create_ts, changes)
       VALUES ($1, $2, $3, 'order.amended', $4, $5, $6, $7, $8)`,
      [
        id,
        member.id,
        member.name,
        from,
        to,
        isAddress ? 'The customer called: a letter was wrong.' : 'The flight was moved.',
        at,
        JSON.stringify(changes),
      ],
    );
  }
}

/** Lets the mail of the newest card bounce whose customer has not downloaded it. */
async function bounce(session: ClientBase, { firstId }: Around): Promise<void> {
  await session.query(
    `WITH bounced AS (
       UPDATE mails SET state = 'bounced', failure = '550 5.1.1 No such user' WHERE id IN (
         SELECT m.id FROM orders o JOIN mails m ON m.order_id = o.id AND m.state = 'delivered'
         WHERE o.id >= $1 AND process_status = 'Completed' AND disputed_at IS NULL AND address_since IS NULL
           AND NOT EXISTS (SELECT FROM downloads d WHERE d.order_id = o.id)
         ORDER BY o.id DESC LIMIT 2)
       RETURNING id, failure)
     UPDATE mail_events e SET type = 'bounced', detail = detail || jsonb_build_object('reason', failure)
     FROM bounced WHERE mail_id = bounced.id`,
    [firstId],
  );
}
