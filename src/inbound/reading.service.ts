import PostalMime, { type Email } from 'postal-mime';
import { Injectable } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { InboundMail } from '../database/inbound-mail.entity.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import type { Traveller } from '../documents/card-match.js';
import { checkCard } from '../documents/card-file.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { uploadBytes } from '../shared/limits.js';
import { sha256Of } from './arrived-mail.js';
import { pinsIn, readAuthorityMail, reasonToLook, withoutPins } from './authority-mail.js';
import { isAutomatic } from './automatic.js';
import { Dkim } from './dkim.js';
import { type FoundFile, FoundCardsService } from './found-cards.service.js';
import { InboundQueries, type ReadMail } from './inbound.queries.js';
import { plainText } from './plain-text.js';

/** The most letters of a mail's text that are kept with its row; the raw mail keeps the rest. */
const mostText = 50_000;
/** The most letters of HTML that are turned into text. */
const mostHtml = 100_000;
/** The most letters of HTML that are shown: all of them are looked through for a PIN. */
const mostShown = 2_000_000;
/** The most files of a mail that are kept. */
const mostFiles = 10;

/** Reads the mails that were taken in (docs/product.md#the-application-mailbox). */
@Injectable()
export class ReadingService {
  constructor(
    private readonly queries: InboundQueries,
    private readonly orders: OrdersService,
    private readonly activity: ActivityService,
    private readonly transactions: Transactions,
    private readonly storage: Storage,
    private readonly found: FoundCardsService,
    private readonly dkim: Dkim,
    private readonly env: Env,
  ) {}

  /**
   * Reads a mail: who wrote it, whether the authority signed it, its PIN, text and files. One that was read is left
   * alone.
   * @throws when DNS gives no answer about the authority's signature, so that the job tries again; on the last try the
   * mail counts as not proven.
   */
  async readNow(id: number, isLastTry: boolean): Promise<void> {
    const mail = await this.queries.byId(id);
    if (!mail || mail.kind !== 'unread') return;

    const raw = Buffer.from(await this.storage.read(mail.storageKey));
    const order = mail.orderId === null ? null : await this.orders.find(mail.orderId);
    const email = await PostalMime.parse(raw, { maxNestingDepth: 50 }).catch(() => null);
    if (!email) return this.save(mail, unreadable, []);

    const sender = email.from?.address?.toLowerCase() ?? '';
    const dkim = await this.dkim.verdictOf(raw, sender);
    const isAuthority = this.isAuthority(sender);
    if (isAuthority && dkim === 'temperror' && !isLastTry) throw new Error('DNS gave no answer about the signature');

    const written = {
      subject: plain(email.subject ?? '').slice(0, 500),
      text: plain(email.text?.trim() || plainText((email.html ?? '').slice(0, mostHtml))).slice(0, mostText),
    };
    const html = email.html ?? '';
    const pins = await this.pinsOf(email, written, html, order);
    const hidden = (text: string) => withoutPins(plain(text), pins);
    const hasVirus = mail.virus === 'fail';
    const read = isAuthority
      ? fromAuthority(written, dkim === 'pass', order)
      : fromCustomer(email, sender, order, pins);
    const found = hasVirus ? withVirus(read) : read;
    const texts = { subject: hidden(written.subject), text: hidden(written.text) };
    const { kept, notKept } = await this.filesOf(hasVirus ? 0 : mostFiles, email, found.kind, order, hidden);
    // the layout of a mail is shown as it came, so one with a PIN or a virus in it is not shown
    const hasHtml = html !== '' && html.length <= mostShown && pins.length === 0 && !hasVirus;
    await this.save(mail, { sender, dkim, hasHtml, notKept, ...found, ...texts }, kept);
  }

  private async save(mail: InboundMail, found: ReadMail, files: FoundFile[]): Promise<void> {
    const { id, orderId } = mail;
    await this.transactions.run(async (manager) => {
      if (!(await this.queries.read(id, found, manager)) || orderId === null) return;

      for (const file of files) await this.found.add(file, id, orderId, manager);
      if (found.kind === 'customer') await this.queries.mark(orderId, 'answered', manager);
      if (found.kind === 'look') await this.queries.mark(orderId, 'look', manager);
      if (files.some(({ kind }) => kind === 'card')) await this.queries.mark(orderId, 'card', manager);
      await this.activity.note(
        system,
        { orderId, action: 'mail.read', to: found.kind, note: found.note ?? undefined },
        manager,
      );
    });
  }

  /** The PINs that a mail gives away, anywhere that a member could read it: also one that is on record already. */
  private async pinsOf(
    { attachments }: Email,
    { subject, text }: Written,
    html: string,
    order: Order | null,
  ): Promise<string[]> {
    const known = order === null ? [] : await this.queries.pinsOf(order.id);
    const names = attachments.map(({ filename }) => filename ?? '');
    const shown = html.slice(0, mostShown);
    // tags may stand within a PIN
    const layout = [plainText(shown), shown.replace(/<[^<>]*>/g, '')];
    return pinsIn([subject, text, ...names, ...layout].join('\n\n'), known);
  }

  private isAuthority(sender: string): boolean {
    return this.env.AUTHORITY_SENDERS.some((known) =>
      known.startsWith('@') ? sender.endsWith(known.toLowerCase()) : sender === known.toLowerCase(),
    );
  }

  /**
   * The files to keep, `most` at most: of the authority its PDFs, of a customer pictures and PDFs. Each is stored before
   * its row.
   * `notKept` are the names of the others; null when there are none.
   */
  private async filesOf(
    most: number,
    { attachments }: Email,
    kind: ReadMail['kind'],
    order: Order | null,
    hidden: (text: string) => string,
  ): Promise<{ kept: FoundFile[]; notKept: string | null }> {
    const kept: FoundFile[] = [];
    const others: string[] = [];
    for (const { filename, content } of attachments) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
      const isTaken = order && (kind === 'authority' || kind === 'customer') && kept.length < most;
      const file =
        isTaken && bytes.length > 0 && bytes.length <= uploadBytes
          ? await this.fileOf(bytes, hidden(filename ?? ''), kind)
          : undefined;
      if (file) kept.push(file);
      else others.push(hidden(filename ?? '').slice(0, 100) || 'a file without a name');
    }
    const notKept = others.slice(0, mostFiles).join(', ') + (others.length > mostFiles ? ' …' : '');
    return { kept, notKept: notKept || null };
  }

  private async fileOf(
    bytes: Buffer,
    filename: string,
    kind: 'authority' | 'customer',
  ): Promise<FoundFile | undefined> {
    const read = await checkCard(bytes).catch((error: unknown) => {
      if (error instanceof Refused) return undefined;
      throw error;
    });
    if (!read || (kind === 'authority' && read.ending !== 'pdf')) return undefined;

    const sha256 = sha256Of(bytes);
    const storageKey = `inbound/${sha256}.${read.ending}`;
    await this.storage.put(storageKey, bytes, read.contentType);
    return {
      kind: kind === 'authority' ? 'card' : 'file',
      name: filename.slice(0, 200) || `file.${read.ending}`,
      contentType: read.contentType,
      storageKey,
      sha256,
      size: bytes.length,
      text: read.text,
    };
  }
}

type Written = Pick<ReadMail, 'subject' | 'text'>;
type Found = Pick<ReadMail, 'kind' | 'note' | 'pin'>;

/** A mail that is no MIME, or has too many parts in parts. */
const unreadable: ReadMail = {
  kind: 'look',
  note: 'This mail could not be read.',
  sender: '',
  subject: '',
  text: '',
  hasHtml: false,
  notKept: null,
  pin: null,
  dkim: null,
};

/** A mail in the authority's name. It counts when the authority signed it and it is about the order's traveller. */
function fromAuthority({ subject, text }: Written, isSigned: boolean, order: Order | null): Found {
  const whole = `${subject}\n${text}`;
  const read = readAuthorityMail(whole);
  const reason = isSigned
    ? order && reasonToLook(read, whole, travellerOf(order))
    : 'The authority’s signature is missing or wrong.';
  if (reason || !order) return { kind: 'look', note: reason ?? null, pin: null };
  return { kind: 'authority', note: null, pin: read.pin ?? null };
}

/** Anybody else's mail. A PIN that it gives away, as a forwarded mail of the authority does, is shown by a click that is noted. */
function fromCustomer(email: Email, sender: string, order: Order | null, pins: string[]): Found {
  const pin = pins.length === 1 ? pins[0]! : null;
  const own = order ? [order.contactEmailAddress, order.email].map((address) => address.toLowerCase()) : [];
  if (isAutomatic(email, own)) return { kind: 'automatic', note: 'An automatic reply.', pin };
  const note =
    order && !own.includes(sender)
      ? `From ${sender || 'an unknown address'}, which is not an address of this order.`
      : null;
  return { kind: 'customer', note, pin };
}

/**
 * A mail in which the provider found a virus, even one that the authority signed: a member reads its text and that it has
 * a virus. Nothing of it is taken, no file is kept that somebody could open, and no pack prints it.
 */
function withVirus({ kind, note, pin }: Found): Found {
  const words = ['The mail provider found a virus in this mail. Its files are not kept.', note]
    .filter(Boolean)
    .join(' ');
  return kind === 'authority' ? { kind: 'look', note: words, pin: null } : { kind, note: words, pin };
}

/** Without the one character that PostgreSQL's texts can't hold. */
function plain(text: string): string {
  return text.replaceAll('\0', '');
}

function travellerOf({ passportNo: passport, fullName: name, doa: arrival }: Order): Traveller {
  return { passport, name, arrival };
}
