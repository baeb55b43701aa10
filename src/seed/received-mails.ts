import MailComposer from 'nodemailer/lib/mail-composer';
import type { ClientBase } from 'pg';
import { sha256Of } from '../platform/sha256.js';
import type { Storage } from '../platform/storage.js';
import type { InboxMark } from '../shared/inbox-marks.js';
import { mailboxOfOrder } from '../shared/mail-address.js';
import { sampleCardOf } from './sample-cards.js';

type Recipient = { id: number; address: string; name: string; passport: string; arrival: string };

/** A mail as it came, and as it was read. */
type Letter = {
  from: string;
  subject: string;
  text: string;
  kind: 'customer' | 'authority' | 'look';
  note?: string;
  pin?: string;
  /** A PDF beside it. */
  card?: Uint8Array;
};

type Around = { firstId: number; now: number; mailDomain: string; storage: Storage };

const authority = 'noreply@imi.gov.my';
const cardName = 'MDAC.pdf';
/** What comparing this card with its order says (test/seed/seed.test.ts compares the two). */
const verdictNote = 'The passport number on this card is the order’s.';
/** How long ago they came. */
const age = 600_000;
/** Which orders the authority writes about; those that were submitted first. */
const workedOn = ['AwaitingGovt', 'Priority', 'New', 'Pending'];

/**
 * Adds mails to a few orders' mailboxes: a customer's answer and a warning that nobody has read, and of the authority a PIN, a
 * card, and a mail to look at.
 */
export async function addReceivedMails(session: ClientBase, around: Around): Promise<void> {
  const [waiting] = await quietOrders(session, around, ['Awaiting'], 1);
  const [approved, submitted, other, worried] = await quietOrders(session, around, workedOn, 4);
  if (waiting) {
    await receive(session, around, waiting, answerOf(waiting));
    await mark(session, around, waiting, 'wrote');
    await mark(session, around, waiting, 'answered');
  }
  if (submitted) await receive(session, around, submitted, pinOf(submitted));
  if (other) {
    await receive(session, around, other, strangersPin());
    await mark(session, around, other, 'look');
  }
  if (worried) {
    await addUnmatched(session, around, worried);
    await receive(session, around, worried, warningOf(worried));
    await mark(session, around, worried, 'wrote');
  }
  if (approved) {
    await receive(session, around, approved, await cardFor(approved));
    await mark(session, around, approved, 'card');
  }
}

/** Orders to which nothing has happened since the mails came, the newest first. */
async function quietOrders(
  session: ClientBase,
  { firstId, now }: Around,
  statuses: string[],
  most: number,
): Promise<Recipient[]> {
  const { rows } = await session.query<Recipient>(
    `SELECT id, contact_email_address AS address, full_name AS name, passport_no AS passport, doa::text AS arrival
     FROM orders o WHERE id >= $1 AND process_status = ANY($2) AND held_by IS NULL AND full_name ~ '^[A-Za-z ]+$'
       AND NOT EXISTS (SELECT FROM documents d WHERE d.order_id = o.id)
       AND NOT EXISTS (SELECT FROM activity a WHERE a.order_id = o.id AND a.create_ts > $3)
     ORDER BY array_position($2, process_status), id DESC LIMIT $4`,
    [firstId, statuses, new Date(now - age), most],
  );
  return rows;
}

function answerOf({ address, id }: Recipient): Letter {
  return {
    from: address,
    subject: `Order ${id}: the postcode`,
    text: 'Hello,\n\nwe stay at the hotel near the station, the postcode is 50470. Sorry for the mistake.\n\nThank you!',
    kind: 'customer',
  };
}

function warningOf({ address, id }: Recipient): Letter {
  return {
    from: address,
    subject: `Order ${id}: please wait`,
    text: 'Hello,\n\nplease do not send it yet: I typed my passport number wrong. The last digit is a 7.\n',
    kind: 'customer',
  };
}

function pinOf({ name, passport, id }: Recipient): Letter {
  const pin = String(100_000 + ((id * 7919) % 900_000));
  return {
    from: authority,
    subject: 'MDAC PIN',
    text: `Dear traveller,\n\nName : ${name}\nPassport No : ${passport}\nYour MDAC PIN : ${pin}\n`,
    kind: 'authority',
    pin,
  };
}

async function cardFor({ name, passport, arrival }: Recipient): Promise<Letter> {
  return {
    from: authority,
    subject: 'MDAC approved',
    text: `Dear traveller,\n\nName : ${name}\nPassport No : ${passport}\nYour card is attached.\n`,
    kind: 'authority',
    card: await sampleCardOf(name, passport, arrival),
  };
}

function strangersPin(): Letter {
  return {
    from: authority,
    subject: 'MDAC PIN',
    text: 'Dear traveller,\n\nName : SAMPLE TRAVELLER\nPassport No : Z00000000\nYour MDAC PIN : 123456\n',
    kind: 'look',
    note: 'It names another passport than the order.',
  };
}

/** A mail to an address that is no order's mailbox, and a dispute of a charge that no order has (docs/mail.md#without-an-order). */
async function addUnmatched(session: ClientBase, { now, mailDomain, storage }: Around, { address, id }: Recipient) {
  const at = new Date(now - age);
  const letter = { from: address, subject: `Where is my card? Order ${id}`, text: 'I paid and heard nothing.' };
  const mailbox = `info@${mailDomain}`;
  const raw = await rawOf({
    ...letter,
    mailbox,
    messageId: `<sample-info@${address.split('@')[1]}>`,
    at,
    boundary: 'info',
  });
  const { storageKey, sha256, size } = await stored(storage, raw, 'eml', 'message/rfc822');
  await session.query(
    `WITH mail AS (
       INSERT INTO inbound_mails (mailbox, provider, message_id, storage_key, sha256, size, kind, sender, subject, text,
         create_ts, read_at)
       VALUES ($1, 'Sendgrid', '<sample-info>', $2, $3, $4, 'customer', $5, $6, $7, $8, $8) RETURNING id)
     INSERT INTO unmatched (kind, inbound_mail_id, why, create_ts)
     SELECT 'mail', id, 'This address is no order’s mailbox.', $8 FROM mail`,
    [mailbox, storageKey, sha256, size, address, letter.subject, letter.text, at],
  );
  const told = {
    id: 'dp_sample_unknown',
    amount: 5900,
    currency: 'usd',
    charge: 'ch_sample_unknown',
    status: 'needs_response',
  };
  const dispute = {
    ...told,
    created: Math.floor(+at / 1000),
    evidence_details: { due_by: Math.floor(+at / 1000) + 6 * 86_400 },
  };
  await session.query(
    `INSERT INTO stripe_events (event_id, case_id, type, at, dispute, create_ts)
     VALUES ('evt_sample_unknown', $1, 'charge.dispute.created', $2, $3, $2)`,
    [told.id, at, JSON.stringify(dispute)],
  );
  await session.query(
    `INSERT INTO unmatched (kind, case_id, charges, due_at, state, amount, currency, why, create_ts)
     VALUES ('dispute', $1, ARRAY[$2], to_timestamp($3), 'open', 59, 'USD', 'No order has this charge.', $4)`,
    [told.id, told.charge, dispute.evidence_details.due_by, at],
  );
}

async function mark(session: ClientBase, { now }: Around, { id }: Recipient, what: InboxMark): Promise<void> {
  await session.query('INSERT INTO inbox_marks (order_id, mark, create_ts) VALUES ($1, $2, $3)', [
    id,
    what,
    new Date(now - age),
  ]);
}

async function receive(session: ClientBase, around: Around, { id }: Recipient, letter: Letter): Promise<void> {
  const { from, subject, text, kind, note, pin, card } = letter;
  const at = new Date(around.now - age);
  const mailbox = mailboxOfOrder(id, around.mailDomain);
  const messageId = `<sample-${id}@${from.slice(from.indexOf('@') + 1)}>`;
  const raw = await rawOf({ from, subject, text, card, mailbox, messageId, at, boundary: String(id) });
  const { storageKey, sha256, size } = await stored(around.storage, raw, 'eml', 'message/rfc822');
  const { rows } = await session.query<{ id: number }>(
    `INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, spf, dkim, kind, sender,
       subject, text, note, pin, create_ts, read_at, waits)
     VALUES ($1, $2, 'Sendgrid', $3, $4, $5, $6, 'pass', 'pass', $7, $8, $9, $10, $11, $12, $13, $13, $7 = 'customer')
     RETURNING id`,
    [
      id,
      mailbox,
      messageId,
      storageKey,
      sha256,
      size,
      kind,
      from,
      subject,
      text.replace(/(?<=PIN : )\d+/, '••••'),
      note ?? null,
      pin ?? null,
      at,
    ],
  );
  if (card) {
    const file = await stored(around.storage, Buffer.from(card), 'pdf', 'application/pdf');
    await session.query(
      `INSERT INTO inbound_files (mail_id, order_id, kind, name, content_type, storage_key, sha256, size, verdict,
         verdict_note, create_ts)
       VALUES ($1, $2, 'card', $3, 'application/pdf', $4, $5, $6, 'agrees', $7, $8)`,
      [rows[0]!.id, id, cardName, file.storageKey, file.sha256, file.size, verdictNote, at],
    );
  }
  await session.query(
    `INSERT INTO activity (order_id, actor, action, "to", note, create_ts)
     VALUES ($1, 'System', 'mail.received', NULL, $2, $5), ($1, 'System', 'mail.read', $3, $4, $5)`,
    [id, `${size} bytes`, kind, note ?? null, at],
  );
}

type Raw = Pick<Letter, 'from' | 'subject' | 'text'> & {
  card?: Uint8Array | undefined;
  mailbox: string;
  messageId: string;
  at: Date;
  boundary: string;
};

function rawOf({ from, subject, text, card, mailbox, messageId, at, boundary }: Raw): Promise<Buffer> {
  return new MailComposer({
    from,
    to: mailbox,
    subject,
    messageId,
    date: at,
    text,
    baseBoundary: `sample-${boundary}`,
    attachments: card ? [{ filename: cardName, content: Buffer.from(card), contentType: 'application/pdf' }] : [],
  })
    .compile()
    .build();
}

async function stored(storage: Storage, bytes: Buffer, ending: string, type: string) {
  const sha256 = sha256Of(bytes);
  const storageKey = `inbound/${sha256}.${ending}`;
  await storage.put(storageKey, bytes, type);
  return { storageKey, sha256, size: bytes.length };
}
