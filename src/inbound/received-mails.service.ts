import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { InboundMail } from '../database/inbound-mail.entity.js';
import { PassportsService } from '../orders/passports.service.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { endOf } from '../shared/amend-fields.js';
import { inboundBytes } from '../shared/limits.js';
import { erasedFile } from '../shared/mail-refusals.js';
import { can } from '../shared/permissions.js';
import { pinsIn } from './authority-mail.js';
import { InboundQueries } from './inbound.queries.js';
import { type OpenedMail, openMail, piecesOf } from './opened-mail.js';
import { hiddenSign, withoutPins } from './pin-reader.js';

type OrdersMail = InboundMail & { orderId: number };
type Fetched = { name: string; contentType: string; bytes: Readable };

/** What members open and fetch of the mails that an order's mailbox received (docs/mail.md#the-application-mailbox). */
@Injectable()
export class ReceivedMailsService {
  constructor(
    private readonly queries: InboundQueries,
    private readonly activity: ActivityService,
    private readonly storage: Storage,
    private readonly passports: PassportsService,
    private readonly env: Env,
  ) {}

  /**
   * The HTML of a received mail. The authority's is not shown, because it holds the PIN.
   * @throws Refused 403 when it has a passport number that the member sees the end of alone; 404, 503.
   */
  async html(staff: Staff, mailId: number): Promise<string> {
    const mail = await this.mailOf(mailId);
    if (!mail.hasHtml || !['customer', 'automatic'].includes(mail.kind)) throw notFound();
    const opened = await this.open(mail);
    if (!opened) throw notFound();
    await this.refusePassport(staff, mail.orderId, opened);
    return opened.html;
  }

  /**
   * The text of a received mail, however long, without PINs and without what the member may not see of passport numbers.
   * @throws Refused 404, 503.
   */
  async text(staff: Staff, mailId: number): Promise<string> {
    const mail = await this.mailOf(mailId);
    const opened = await this.open(mail);
    if (!opened) throw notFound();
    const pins = pinsIn({
      pieces: piecesOf(opened),
      isAuthoritys: !['customer', 'automatic'].includes(mail.kind),
      senders: this.env.AUTHORITY_SENDERS,
      known: await this.queries.pinsOf(mail.orderId),
    });
    const text = withoutPins(opened.whole, pins);
    const hide = await this.passports.hiderFor(staff, [mail.orderId]);
    return hide(mail.orderId, showsPassports(staff, mail) ? text : withoutPassports(text));
  }

  /**
   * A received mail as it came, to be saved. The fetch is noted, and that a PIN in it was shown.
   * @throws Refused 404, also for a mail with a virus or above 20 MB; 403 when it has a passport number that the member sees the end of
   * alone; 503.
   */
  async raw(staff: Staff, mailId: number): Promise<Fetched> {
    const mail = await this.mailOf(mailId);
    if (mail.virus === 'fail') throw new Refused('The mail provider found a virus in this mail.', 404);
    if (mail.size > inboundBytes) throw new Refused('This mail was too large to be kept as it came.', 404);
    if (!can(staff.type, 'passports.see')) {
      if (!showsPassports(staff, mail)) throw namesPassport();
      await this.refusePassport(staff, mail.orderId, await this.open(mail));
    }
    const bytes = await this.storage.stream(mail.storageKey).catch(unreadable);
    const name = `mail-${mail.id}.eml`;
    await this.activity.noteFetch(staff, mail.orderId, name);
    if (mail.pin !== null || `${mail.subject} ${mail.text}`.includes(hiddenSign))
      await this.activity.noteAlone(staff, { orderId: mail.orderId, action: 'pin.shown' });
    return { name, contentType: 'message/rfc822', bytes };
  }

  /** A file that came with a mail, or that the script took; the fetch is noted. @throws Refused 404, 503. */
  async file(staff: Staff, fileId: number): Promise<Fetched> {
    const file = await this.queries.fileById(fileId);
    if (!file) throw new Refused('File not found', 404);
    if (file.erasedAt) throw erased(file.erasedAt);
    const bytes = await this.storage.stream(file.storageKey).catch(unreadable);
    const name = `${file.mailId === null ? 'slip' : `mail-${file.mailId}`}-${file.id}${file.storageKey.slice(file.storageKey.lastIndexOf('.'))}`;
    await this.activity.noteFetch(staff, file.orderId, name);
    return { name, contentType: file.contentType, bytes };
  }

  /** A mail to an order. @throws Refused 404 when there is none, or it is erased. */
  private async mailOf(mailId: number): Promise<OrdersMail> {
    const mail = await this.queries.byId(mailId);
    if (mail?.erasedAt) throw erased(mail.erasedAt);
    if (!mail || mail.orderId === null) throw notFound();
    return mail as OrdersMail;
  }

  /** The mail from the storage; undefined when it can't be read as a mail. @throws Refused 503. */
  private async open({ storageKey }: InboundMail): Promise<OpenedMail | undefined> {
    const raw = await this.storage.read(storageKey).catch(unreadable);
    return openMail(raw).catch(() => undefined);
  }

  /** @throws Refused 403 when the mail has a number that the member sees the end of alone, or nobody knows. */
  private async refusePassport(staff: Staff, orderId: number, opened: OpenedMail | undefined): Promise<void> {
    const hide = await this.passports.hiderFor(staff, [orderId]);
    const read = opened && piecesOf(opened).join('\n\n');
    if (read === undefined || hide(orderId, read) !== read) throw namesPassport();
  }
}

/** Whether a member reads the passport numbers of others in a mail: not in the authority's, or in one that is forwarded. */
export function showsPassports({ type }: Pick<Staff, 'type'>, { kind, pin }: InboundMail): boolean {
  return can(type, 'passports.see') || (kind === 'customer' && pin === null);
}

/** The text; of every word that may be a passport number the end alone is left. */
export function withoutPassports(text: string): string {
  return text.replace(/(?<![A-Z0-9])(?=(?:[A-Z]{0,12}\d){4})[A-Z0-9]{6,12}(?![A-Z0-9])/gi, (word) => endOf(word));
}

function namesPassport(): Refused {
  return new Refused('This mail names the passport number. Read its text.', 403);
}

function notFound(): Refused {
  return new Refused('Mail not found', 404);
}

export function erased(at: Date): Refused {
  return new Refused(erasedFile(at.toISOString()), 404);
}

export function unreadable(): never {
  throw new Refused('The file can’t be read at the moment. Please try again later.', 503);
}
