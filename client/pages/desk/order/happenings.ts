import { activityWords, customerName } from '@shared/activity-words';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { ThreadEntry } from '@shared/inbound';
import { type InboundKind, inboundKinds } from '@shared/inbound-kinds';
import { mailKindRows } from '@shared/mail-kinds';
import type { ActivityEntry } from '@shared/orders';
import { requestRows } from '@shared/request-kinds';
import { Download, Eye, type LucideIcon, Mail, MessageCircleQuestion, MessageSquare, PenLine } from 'lucide-react';

/** One line of the timeline: the name comes first, then what happened. */
export type Happening = {
  key: string;
  at: string;
  who: string;
  icon: LucideIcon;
  what: string;
  text?: string | null;
  /** What was submitted to the authority. */
  submitted?: { label: string; value: string }[] | undefined;
};

/** A provider takes a mail within this time after it was written; a later taking has a line of its own. In milliseconds. */
const soon = 60_000;
/** Downloads of one file by one reader within this time are one line. In milliseconds. */
const atOnce = 600_000;

/**
 * What happened to an order, newest first (docs/screens.md#the-page-of-an-order). What the records have twice is one line: a mail and
 * its taking by the provider, a received mail and its reading, and downloads one after the other.
 */
export function happeningsOf(order: OrderWithHistories): Happening[] {
  const told = new Set<ActivityEntry>();
  const all = [
    ...sentMails(order, told),
    ...receivedMails(order, told),
    ...downloads(order),
    ...order.requests.map(({ id, create_ts, kind, text, ip, location }) => ({
      key: `request ${id}`,
      at: create_ts,
      who: 'Customer',
      icon: MessageCircleQuestion,
      what: [requestRows[kind].said, from(ip, location)].filter(Boolean).join(' '),
      text,
    })),
    ...order.chargeViews.map(({ id, create_ts, ip, location }) => ({
      key: `charge view ${id}`,
      at: create_ts,
      who: 'Customer',
      icon: Eye,
      what: ['looked at what the charge is for', from(ip, location)].filter(Boolean).join(', '),
    })),
    ...order.remark.map(({ id, create_ts, remark_name, remark }) => ({
      key: `remark ${id}`,
      at: create_ts,
      who: remark_name,
      icon: MessageSquare,
      what: 'commented',
      text: remark,
    })),
  ];
  return [...all, ...activities(order, told)].sort((a, b) => b.at.localeCompare(a.at));
}

/** The activity, without the entries that other lines told. */
function activities(order: OrderWithHistories, told: Set<ActivityEntry>): Happening[] {
  const submission = order.activity.find(({ action, to }) => action === 'order.moved' && to === 'AwaitingGovt');
  return order.activity.flatMap((entry) => {
    const { id, create_ts, actor, action, note } = entry;
    const what = told.has(entry) ? null : activityWords(entry);
    if (what === null) return [];
    // the same label as on the pack's pages
    const said = note !== null && what.includes(note) ? null : note;
    const origin = action === 'order.amended' ? cameFrom(order, entry) : null;
    const text = action === 'pack.made' ? `SHA-256 of the inputs ${note}` : [said, origin].filter(Boolean).join(' ');
    const submitted = entry === submission ? order.submitted?.fields : undefined;
    return [{ key: `activity ${id}`, at: create_ts, who: actor, icon: PenLine, what, text, submitted }];
  });
}

/** Where a customer's correction came from. It and its entry in the activity have the same time. */
function cameFrom({ corrections }: OrderWithHistories, { actor, create_ts }: ActivityEntry): string | null {
  const correction = actor === customerName && corrections.find((one) => one.create_ts === create_ts);
  return correction && correction.ip ? `It came ${from(correction.ip, correction.location)}.` : null;
}

function sentMails({ mailHistory, activity }: OrderWithHistories, told: Set<ActivityEntry>): Happening[] {
  return mailHistory.map(({ id, create_ts, sent_by, kind, recipient, mail_service_provider, state }) => {
    // as the activity describes a mail
    const note = `${kind} to ${recipient} by ${mail_service_provider}`;
    const taken = activity.findLast(
      (entry) =>
        entry.action === 'mail.sent' && entry.note === note && isWithin(soon, create_ts, entry) && !told.has(entry),
    );
    if (taken) told.add(taken);
    return {
      key: `mail ${id}`,
      at: create_ts,
      who: sent_by,
      icon: Mail,
      what: `mailed ${mailKindRows[kind].content} to ${recipient} by ${mail_service_provider}: ${state}`,
    };
  });
}

/** The mails that came to the order's mailbox and are still kept. A mail and its entry in the activity have the same time. */
function receivedMails({ thread, activity }: OrderWithHistories, told: Set<ActivityEntry>): Happening[] {
  return thread.flatMap((mail) => {
    if (mail.direction === 'out') return [];
    const { id, create_ts, kind, note } = mail;
    const came = activity.find((entry) => entry.action === 'mail.received' && entry.create_ts === create_ts);
    if (came) told.add(came);
    // two mails of a kind may be read in any order: the note says which of them it was
    const read = activity.findLast(
      (entry) =>
        entry.action === 'mail.read' &&
        entry.to === kind &&
        entry.note === note &&
        entry.create_ts >= create_ts &&
        !told.has(entry),
    );
    if (read) told.add(read);
    return [{ key: `received ${id}`, at: create_ts, icon: Mail, text: note, ...saidOf(mail) }];
  });
}

function saidOf({ kind, who, subject }: ThreadEntry): Pick<Happening, 'who' | 'what'> {
  const wrote = subject === '' ? 'wrote' : `wrote: ${subject}`;
  // not always the order's customer: anybody may write to the mailbox
  if (kind === 'customer') return { who: who || 'No sender', what: wrote };
  if (kind === 'authority') return { who: inboundKinds.authority.label, what: wrote };
  const { label } = inboundKinds[kind as InboundKind];
  return { who: 'System', what: `received a mail: ${[label, subject].filter(Boolean).join(': ')}` };
}

/** Of a reader's downloads of one file the newest has the line; it counts those before it. */
function downloads({ downloadHistory, full_name }: OrderWithHistories): Happening[] {
  const lines: (Happening & { reader: string; times: number; first: string })[] = [];
  for (const { create_ts, actor, complete, file1, ip, timezone } of downloadHistory) {
    const reader = [actor, complete, file1, ip].join();
    const line = lines.findLast((one) => one.reader === reader);
    if (line && Date.parse(line.at) - Date.parse(create_ts) <= atOnce) {
      line.times += 1;
      line.first = create_ts;
      continue;
    }
    lines.push({
      key: `download ${create_ts} ${lines.length}`,
      at: create_ts,
      who: actor === 'customer' ? full_name : actor === 'staff' ? 'Staff' : 'A machine',
      icon: Download,
      what: [complete ? 'downloaded' : 'broke off a download of', file1, from(ip, timezone)].join(' '),
      reader,
      times: 1,
      first: create_ts,
    });
  }
  return lines.map(({ reader: _reader, times, first, ...line }) =>
    times === 1 ? line : { ...line, what: `${line.what}, ${times} times in ${minutes(first, line.at)}` },
  );
}

function minutes(first: string, last: string): string {
  const whole = Math.max(1, Math.ceil((Date.parse(last) - Date.parse(first)) / 60_000));
  return whole === 1 ? 'a minute' : `${whole} minutes`;
}

function from(ip: string | null, place: string | null): string {
  return [ip && `from ${ip}`, place && `(${place})`].filter(Boolean).join(' ');
}

function isWithin(ms: number, since: string, { create_ts }: ActivityEntry): boolean {
  const later = Date.parse(create_ts) - Date.parse(since);
  return later >= 0 && later <= ms;
}
