import { Injectable } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { InboundMail } from '../database/inbound-mail.entity.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import type { Traveller } from '../documents/card-match.js';
import { checkCard } from '../documents/card-file.js';
import { OrdersService } from '../orders/orders.service.js';
import { parseSender } from '../mail/providers/provider.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { uncheckedType } from '../shared/inbound-kinds.js';
import { inboundBytes, uploadBytes } from '../shared/limits.js';
import { orderOfMailbox } from '../shared/mail-address.js';
import { mailboxOf } from '../shared/mailbox.js';
import { cutQuotesFirst } from '../shared/quotes.js';
import { pinsIn, readAuthorityMail, reasonToLook } from './authority-mail.js';
import { isAutomatic } from './automatic.js';
import { Dkim } from './dkim.js';
import { type FoundFile, FoundCardsService } from './found-cards.service.js';
import { InboundQueries, type ReadMail } from './inbound.queries.js';
import { reactionIn } from './reaction.js';
import { type MailFile, type OpenedMail, openMail, piecesOf } from './opened-mail.js';
import { withoutPins } from './pin-reader.js';
import { provesSender } from './provider-proof.js';

/** The most letters of a mail's text that are kept with its row; a member opens the rest from the raw mail. */
const mostText = 50_000;
/** The most files of a mail that are kept. */
const mostFiles = 20;

/** Reads the mails that were taken in (docs/mail.md#the-application-mailbox). */
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
   * Reads a mail: who wrote it, whether it is proven to be the authority's (`INBOUND_PROOF`), its PIN, text and files. One that was read is left
   * alone.
   * @throws when DNS gives no answer about the authority's signature, so that the job tries again; on the last try the
   * mail counts as not proven.
   */
  async readNow(id: number, isLastTry: boolean): Promise<void> {
    const mail = await this.queries.byId(id);
    if (!mail || mail.kind !== 'unread') return;

    const raw = Buffer.from(await this.storage.read(mail.storageKey));
    const order = mail.orderId === null ? null : await this.orders.find(mail.orderId);
    const opened = await openMail(raw).catch(() => null);
    if (!opened) return this.save(mail, unreadable, []);

    const sender = opened.email.from?.address?.toLowerCase() ?? '';
    const isCut = mail.size > inboundBytes;
    // the signature covers the files that were left out
    const dkim = isCut ? null : await this.dkim.verdictOf(raw, sender);
    const isAuthority = this.isAuthority(sender);
    const byProvider = this.env.INBOUND_PROOF === 'provider' && provesSender(mail, raw, sender);
    if (isAuthority && !byProvider && dkim === 'temperror' && !isLastTry)
      throw new Error('DNS gave no answer about the signature');

    const known = order === null ? [] : await this.queries.pinsOf(order.id);
    const senders = this.env.AUTHORITY_SENDERS;
    const pins = pinsIn({ pieces: piecesOf(opened), isAuthoritys: isAuthority, senders, known });
    const hasVirus = mail.virus === 'fail';
    const read = isAuthority
      ? fromAuthority(opened, byProvider || dkim === 'pass', order)
      : fromCustomer(opened, sender, { order, pins, isOurs: this.isOurs(sender) });
    const whole = isCut ? withNote(tooLarge(mail), read) : read;
    const found = hasVirus ? withVirus(whole) : whole;
    const texts = {
      subject: withoutPins(opened.subject.slice(0, 500), pins),
      text: withoutPins(cutQuotesFirst(opened.whole, mostText), pins),
      textCut: opened.whole.length > mostText,
    };
    const files = opened.files.map(({ name, bytes }) => ({ name: withoutPins(name, pins), bytes }));
    const { kept, notKept } = await this.filesOf(hasVirus || isCut ? 0 : mostFiles, files, found.kind, order);
    // the layout of a mail is shown as it came, so one with a PIN or a virus in it is not shown
    const hasHtml = opened.html !== '' && pins.length === 0 && !hasVirus;
    await this.save(mail, { sender, dkim, hasHtml, notKept, ...found, ...texts }, kept, opened.isEncrypted);
  }

  private async save(mail: InboundMail, found: ReadMail, files: FoundFile[], isEncrypted = false): Promise<void> {
    const { id, orderId } = mail;
    await this.transactions.run(async (manager) => {
      if (!(await this.queries.read(id, found, manager)) || orderId === null) return;

      for (const file of files) await this.found.add(file, { orderId, mailId: id, takenBy: null }, manager);
      if (found.kind === 'customer') {
        await this.queries.mark(orderId, 'wrote', manager);
        // what nobody can read answers nothing
        if (!isEncrypted) await this.queries.mark(orderId, 'answered', manager);
      }
      if (found.kind === 'look') await this.queries.mark(orderId, 'look', manager);
      if (files.some(({ kind }) => kind === 'card')) await this.queries.mark(orderId, 'card', manager);
      await this.activity.note(
        system,
        { orderId, action: 'mail.read', to: found.kind, note: found.note ?? undefined },
        manager,
      );
    });
  }

  /** Whether the address is one that we send from, or an order's own mailbox. */
  private isOurs(sender: string): boolean {
    const own = parseSender(this.env.MAIL_FROM).address.toLowerCase();
    return sender === own || orderOfMailbox(sender, this.env.APPLICATION_MAIL_DOMAIN) !== undefined;
  }

  private isAuthority(sender: string): boolean {
    return this.env.AUTHORITY_SENDERS.some((known) =>
      known.startsWith('@') ? sender.endsWith(known.toLowerCase()) : sender === known.toLowerCase(),
    );
  }

  /**
   * The files to keep, the `most` largest, of any type. Each is stored before its row. Of a mail to look at none is kept.
   * `notKept` are the names of the others; null when there are none.
   */
  private async filesOf(
    most: number,
    files: MailFile[],
    kind: ReadMail['kind'],
    order: Order | null,
  ): Promise<{ kept: FoundFile[]; notKept: string | null }> {
    const kept: FoundFile[] = [];
    const others: string[] = [];
    const fitting = files.filter(({ bytes }) => bytes.length > 0 && bytes.length <= uploadBytes);
    const largest = new Set(fitting.toSorted((one, other) => other.bytes.length - one.bytes.length).slice(0, most));
    for (const file of files) {
      const { name, bytes } = file;
      if (order && kind !== 'look' && largest.has(file)) kept.push(await this.keep(bytes, name, kind));
      else others.push(name.slice(0, 100));
    }
    const notKept = others.slice(0, mostFiles).join(', ') + (others.length > mostFiles ? ' …' : '');
    return { kept, notKept: notKept || null };
  }

  /** Stores a file. A PDF of the authority is a card. One that is no picture or PDF, or not a safe one, has no type. */
  private async keep(bytes: Buffer, name: string, kind: ReadMail['kind']): Promise<FoundFile> {
    const checked = await checkCard(bytes).catch((error: unknown) => {
      // 503: not read in time, so the job tries again
      if (error instanceof Refused && error.code !== 503) return undefined;
      throw error;
    });
    const { contentType, ending, text = '' } = checked ?? { contentType: uncheckedType, ending: endingOf(name) };
    const isCard = kind === 'authority' && ending === 'pdf' && checked;
    const about = { name: name.slice(0, 200), contentType, ending, text };
    return this.found.keep(bytes, { kind: isCard ? 'card' : 'file', ...about });
  }
}

type Found = Pick<ReadMail, 'kind' | 'note' | 'pin'>;

/** A mail that is no MIME, or has too many parts in parts. */
const unreadable: ReadMail = {
  kind: 'look',
  note: 'This mail could not be read.',
  sender: '',
  subject: '',
  text: '',
  textCut: false,
  hasHtml: false,
  notKept: null,
  pin: null,
  dkim: null,
};

/**
 * A mail in the authority's name. It counts when it is proven to be the authority's, it is about the order's traveller, and it has a
 * PIN or a PDF. Its own words count alone: a mail within it may be anybody's.
 */
function fromAuthority({ subject, text, files }: OpenedMail, isProven: boolean, order: Order | null): Found {
  const whole = `${subject}\n${text}`;
  const { pin, ...read } = readAuthorityMail(whole);
  const reason = isProven
    ? order && (reasonToLook(read, whole, travellerOf(order)) ?? (pin || files.some(isPdf) ? undefined : noPin))
    : 'The authority’s signature is missing or wrong.';
  if (reason || !order) return { kind: 'look', note: reason ?? null, pin: null };
  return { kind: 'authority', note: pin && !pin.fits ? unfit : null, pin: pin?.pin ?? null };
}

const noPin = 'No PIN could be read in it, or more than one.';
const unfit = 'Its PIN does not fit the form’s field of 8 letters and digits. Compare it with the mail.';

function isPdf({ bytes }: MailFile): boolean {
  return bytes.subarray(0, 1024).includes('%PDF-');
}

type Known = { order: Order | null; pins: string[]; isOurs: boolean };

/**
 * Anybody else's mail. A PIN that it gives away, as a forwarded mail of the authority does, is shown by a click that is noted.
 * Our own mail that comes back, and a sign by which the customer reacted to one of ours, are no messages.
 */
function fromCustomer({ email, text, isEncrypted }: OpenedMail, sender: string, { order, pins, isOurs }: Known): Found {
  const pin = pins.length === 1 ? pins[0]! : null;
  if (isOurs) return { kind: 'automatic', note: 'Our own mail, which came back.', pin };
  const reaction = reactionIn(email, text);
  if (reaction) return { kind: 'automatic', note: `A reaction to our mail: ${reaction}`, pin };
  const own = order ? [order.contactEmailAddress, order.email].map(mailboxOf) : [];
  if (isAutomatic(email, own)) return { kind: 'automatic', note: 'An automatic reply.', pin };
  const notes = [
    isEncrypted && 'This mail is encrypted, and nobody here can read it. Ask for another one.',
    order &&
      !own.includes(mailboxOf(sender)) &&
      `From ${sender || 'an unknown address'}, which is not an address of this order.`,
  ].filter(Boolean);
  return { kind: 'customer', note: notes.join(' ') || null, pin };
}

/**
 * A mail in which the provider found a virus, even one that the authority signed: a member reads its text and that it has
 * a virus. Nothing of it is taken, no file is kept that somebody could open, and no pack prints it.
 */
function withVirus(read: Found): Found {
  const found = withNote('The mail provider found a virus in this mail. Its files are not kept.', read);
  return found.kind === 'authority' ? { ...found, kind: 'look', pin: null } : found;
}

function withNote(words: string, { note, ...read }: Found): Found {
  return { ...read, note: [words, note].filter(Boolean).join(' ') };
}

function tooLarge({ size }: InboundMail): string {
  return `This mail was too large (${Math.round(size / 1024 / 1024)} MB): its files were left out. Ask for smaller ones.`;
}

/** The ending of a file's name, for its name in the storage. */
function endingOf(name: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin';
}

function travellerOf({ passportNo: passport, fullName: name, doa: arrival }: Order): Traveller {
  return { passport, name, arrival };
}
