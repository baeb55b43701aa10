import { Avatar } from '@/components/avatar';
import { Facts } from '@/components/facts';
import { Time } from '@/components/time';
import { useStaff } from '@/hooks/use-can';
import { activityWords } from '@shared/activity-words';
import { formatUtc, formatUtcMinute } from '@shared/dates';
import type { OrderWithHistories } from '@shared/answers/desk';
import { mailKindRows } from '@shared/mail-kinds';
import { requestRows } from '@shared/request-kinds';
import { Download, Eye, type LucideIcon, Mail, MessageCircleQuestion, MessageSquare, PenLine } from 'lucide-react';

type Happening = {
  key: string;
  at: string;
  who: string;
  icon: LucideIcon;
  what: string;
  text?: string | null;
  /** What was submitted to the authority. */
  submitted?: { label: string; value: string }[] | undefined;
};

type TimelineProps = { order: OrderWithHistories; lookedAt: string | null };

/**
 * Changes, mails, downloads, remarks and what the customer asked, in one list, newest first. What others did since the
 * member looked at the order before is marked (docs/screens.md#coming-back).
 */
export function Timeline({ order, lookedAt }: TimelineProps) {
  const me = useStaff().name;
  const happenings = happeningsOf(order);
  const isNew = ({ at, who }: Happening) => lookedAt !== null && at > lookedAt && who !== me;
  const news = happenings.filter(isNew).length;
  if (happenings.length === 0) return <p className="text-ink-faint">No record found</p>;
  return (
    <>
      {lookedAt && news > 0 && (
        <p className="mb-3 text-ink-soft">
          {news === 1 ? 'One thing is' : `${news} things are`} new since you looked at{' '}
          <Time at={lookedAt} format={formatUtcMinute} />.
        </p>
      )}
      <Happenings happenings={happenings} isNew={isNew} />
    </>
  );
}

function Happenings({ happenings, isNew }: { happenings: Happening[]; isNew: (one: Happening) => boolean }) {
  return (
    <ol className="relative before:absolute before:top-2 before:bottom-2 before:left-[13px] before:w-px before:bg-line">
      {happenings.map((one) => {
        const { key, at, who, icon: Icon, what, text, submitted } = one;
        return (
          <li key={key} className="relative flex gap-3 pb-4">
            <span className="z-1 grid size-7 shrink-0 place-items-center rounded-full border border-line bg-surface text-ink-soft">
              <Icon aria-hidden className="size-3.5" />
            </span>
            <div className="min-w-0 pt-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="inline-flex items-center gap-1.5 font-medium">
                  <span aria-hidden>
                    <Avatar name={who} className="size-5 text-[0.5625rem]" />
                  </span>
                  <bdi className="wrap-anywhere">{who}</bdi>
                </span>
                <span className="wrap-anywhere">{what}</span>
                <span className="text-sm text-ink-faint">
                  <Time at={at} format={formatUtc} />
                </span>
                {isNew(one) && <span className="tag tone-blue">New</span>}
              </p>
              {text && (
                <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line break-words text-ink-soft">
                  {text}
                </p>
              )}
              {submitted && <WhatWasSubmitted fields={submitted} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function WhatWasSubmitted({ fields }: { fields: { label: string; value: string }[] }) {
  return (
    <details className="mt-1">
      <summary className="text-ink-soft">What was submitted</summary>
      <div className="mt-1 max-w-prose">
        <Facts of={Object.fromEntries(fields.map(({ label, value }) => [label, value]))} />
      </div>
    </details>
  );
}

function happeningsOf(order: OrderWithHistories): Happening[] {
  const submission = order.activity.find(({ action, to }) => action === 'order.moved' && to === 'AwaitingGovt');
  return [
    ...order.activity.flatMap((entry) => {
      const { id, create_ts, actor, action, note } = entry;
      const what = activityWords(entry);
      if (what === null) return [];
      // the same label as on the pack's pages
      const said = note !== null && what.includes(note) ? null : note;
      const text = action === 'pack.made' ? `SHA-256 of the inputs ${note}` : said;
      const submitted = entry === submission ? order.submitted?.fields : undefined;
      return [{ key: `activity ${id}`, at: create_ts, who: actor, icon: PenLine, what, text, submitted }];
    }),
    ...order.mailHistory.map(({ id, create_ts, sent_by, kind, recipient, mail_service_provider, state }) => ({
      key: `mail ${id}`,
      at: create_ts,
      who: sent_by,
      icon: Mail,
      what: `mailed ${mailKindRows[kind].content} to ${recipient} by ${mail_service_provider}: ${state}`,
    })),
    ...order.downloadHistory.map(({ create_ts, actor, complete, file1, ip, timezone }, index) => ({
      key: `download ${create_ts} ${index}`,
      at: create_ts,
      who: actor === 'customer' ? order.full_name : actor === 'staff' ? 'Staff' : 'A machine',
      icon: Download,
      what: [complete ? 'downloaded' : 'broke off a download of', file1, 'from', ip, timezone && `(${timezone})`]
        .filter(Boolean)
        .join(' '),
    })),
    ...order.requests.map(({ id, create_ts, kind, text, ip, location }) => ({
      key: `request ${id}`,
      at: create_ts,
      who: 'Customer',
      icon: MessageCircleQuestion,
      what: [requestRows[kind].said, 'from', ip, location && `(${location})`].filter(Boolean).join(' '),
      text,
    })),
    ...order.chargeViews.map(({ id, create_ts, ip, location }) => ({
      key: `charge view ${id}`,
      at: create_ts,
      who: 'Customer',
      icon: Eye,
      what: ['looked at what the charge is for, from', ip, location && `(${location})`].filter(Boolean).join(' '),
    })),
    ...order.remark.map(({ id, create_ts, remark_name, remark }) => ({
      key: `remark ${id}`,
      at: create_ts,
      who: remark_name,
      icon: MessageSquare,
      what: 'commented',
      text: remark,
    })),
  ].sort((a, b) => b.at.localeCompare(a.at));
}
