import { Button } from '@/components/button';
import { MacroQuestion } from '@/components/macro-question';
import { Scrolling } from '@/components/scrolling';
import { Section } from '@/components/section';
import { sizeOf } from '@/components/size';
import { Time } from '@/components/time';
import { useCan } from '@/hooks/use-can';
import { AskCustomer, AskedFields } from '@/pages/desk/order/ask-customer';
import { Unavailable } from '@/pages/desk/order/panel';
import { WaitingRequests, waitingRequests } from '@/pages/desk/order/request-text';
import { SeeMail } from '@/pages/desk/order/see-mail';
import { type Macros, useMacros } from '@/pages/desk/order/use-macros';
import { whyNoMail } from '@/pages/desk/order/why-no-mail';
import { ordersOf } from '@/writes/about-orders';
import { queued } from '@/writes/queue';
import { sayOutcome } from '@/writes/write';
import { formatUtc } from '@shared/dates';
import type { ThreadEntry, ThreadFile } from '@shared/inbound';
import { type InboundKind, inboundKinds, uncheckedType } from '@shared/inbound-kinds';
import type { Pages } from '@shared/pages';
import { piecesOf } from '@shared/quotes';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** The newest messages, which are shown at first. */
const few = 3;

type ThreadProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts' | 'macros' | 'askedFields'>;

/** Whether the member may write to the customer from this page. */
export function useMayWrite(open: boolean): boolean {
  return useCan()('mail.send') && open;
}

/**
 * The mails of the order's mailbox and the questions, the oldest first, with the next question at their end
 * (docs/mail.md#the-application-mailbox).
 */
export function MailThread({ order, open, drafts, macros: all, askedFields }: ThreadProps) {
  const macros = useMacros({ order, open, macros: all });
  const [whole, setWhole] = useState(false);
  const mayWrite = useMayWrite(open);
  const thread = order.thread.toReversed();
  const hasComposer = mayWrite || macros.asking !== undefined;
  const requests = waitingRequests(order);
  if (thread.length === 0 && requests.length === 0 && !hasComposer) return null;

  const unread = thread.findIndex((entry) => entry.unread);
  const newest = thread.length - few;
  const earlier = whole ? 0 : Math.max(0, unread === -1 ? newest : Math.min(unread, newest));
  return (
    <Section title="Messages" count={thread.length}>
      {thread.length > few && (whole || earlier > 0) && (
        <div data-print="never" className="mb-3">
          <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show fewer' : `Show ${earlier} earlier`}
            <span className="sr-only"> messages</span>
          </Button>
        </div>
      )}
      <ol className="grid gap-3">
        {thread.map((entry, place) => (
          <li
            key={entry.id}
            className={`rounded-md border border-line px-4 py-3 ${entry.direction === 'out' ? 'ml-8 bg-canvas max-sm:ml-3' : 'mr-8 max-sm:mr-3'} ${place < earlier ? 'hidden print:block' : ''}`}
          >
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {(!mayWrite || whyNoMail(order)) && requests.length > 0 && (
        <div className="mt-3 first:mt-0">
          <WaitingRequests order={order} />
        </div>
      )}
      {hasComposer && <Composer {...{ order, drafts, macros, mayWrite, askedFields }} isAnswer={thread.length > 0} />}
    </Section>
  );
}

type ComposerProps = Pick<ThreadProps, 'order' | 'drafts' | 'askedFields'> & {
  macros: Macros;
  mayWrite: boolean;
  isAnswer: boolean;
};

/** The question to the customer, or that of a macro, whose text stays when the member may no longer write. */
function Composer({ order, drafts, macros, mayWrite, isAnswer, askedFields }: ComposerProps) {
  const noMail = whyNoMail(order);
  const { asking, isSending, onTyped, send, leave } = macros;
  return (
    <div data-print="never" className={isAnswer ? 'mt-3 ml-8 max-sm:ml-3' : ''}>
      {noMail && !asking && <Unavailable why={noMail} />}
      {asking && (
        <MacroQuestion
          key={asking.id}
          macro={asking}
          to={order.contact_email_address}
          busy={isSending}
          onSend={(text) => void send(asking, text)}
          onTyped={onTyped}
          onLeave={leave}
        />
      )}
      {!noMail && <AskedFields of={askedFields} />}
      {mayWrite && !noMail && (
        // what is typed here stays while a macro's text is looked at
        <div hidden={asking !== undefined}>
          <AskCustomer key={order.contact_email_address} order={order} drafts={drafts} />
        </div>
      )}
    </div>
  );
}

/** One mail of the thread. */
export function Entry({ entry }: { entry: ThreadEntry }) {
  const { direction, who, create_ts, subject, text, note, not_kept, verdicts, files, state } = entry;
  const kind = entry.kind === null ? null : inboundKinds[entry.kind as InboundKind];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {kind && <span className={`tag tone-${kind.tone}`}>{kind.label}</span>}
        {entry.unread && <span className="tag tone-amber">Unread</span>}
        <bdi className="min-w-0 font-medium wrap-anywhere">{who || 'No sender'}</bdi>
        <span className="text-sm text-ink-faint">
          <Time at={create_ts} format={formatUtc} />
        </span>
        {direction === 'out' && <span className="text-sm text-ink-faint">{state}</span>}
      </p>
      <p dir="auto" className="mt-1 font-medium wrap-anywhere">
        {subject}
      </p>
      {note && <p className="mt-1 rounded-md bg-caution-soft px-3 py-2 text-caution">{note}</p>}
      <Scrolling label="Text of the mail" className="mt-1 grid max-h-80 max-w-prose gap-2">
        {piecesOf(text).map((piece, index) =>
          piece.quoted && direction === 'in' ? (
            <Quote key={index} text={piece.text} />
          ) : (
            <Words key={index} text={piece.text} />
          ),
        )}
      </Scrolling>
      {isEmpty(entry) && <p className="mt-1 text-sm text-ink-soft">This mail has no text.</p>}
      {entry.text_cut && (
        <p className="mt-1 text-sm text-ink-soft">
          {text ? 'The text goes on. ' : 'The text is not shown here. '}
          <a
            href={routes.inboundText(entry.mail_id)}
            target="_blank"
            rel="noopener"
            className="text-accent hover:underline"
          >
            Open the whole text
          </a>
        </p>
      )}
      {entry.pin && <Pin mailId={entry.mail_id} masked={entry.pin} />}
      {files.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {files.map((file) => (
            <File key={file.id} file={file} />
          ))}
        </ul>
      )}
      {not_kept && <p className="mt-1 text-sm text-ink-soft wrap-anywhere">Not kept: {not_kept}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-faint empty:hidden">
        {(entry.kind === 'look' || entry.unread || entry.seen_by) && (
          <Seen mailId={entry.mail_id} {...{ by: entry.seen_by, isMessage: entry.kind === 'customer' }} />
        )}
        {entry.has_html && <Html mailId={entry.mail_id} />}
        {entry.has_raw && (
          <a href={routes.inboundRaw(entry.mail_id)} className="text-accent hover:underline">
            Save the mail as it came (.eml)
          </a>
        )}
        {verdicts && <span>{verdicts}</span>}
      </div>
    </>
  );
}

/**
 * Whether a mail came with nothing but a subject. One that is not read yet, or that could not be read, may have more; so may
 * one that can't be saved as it came, because it was erased.
 */
function isEmpty({ kind, text, text_cut, files, not_kept, has_html, has_raw }: ThreadEntry): boolean {
  const isRead = (kind === 'customer' || kind === 'automatic') && has_raw;
  return isRead && text.trim() === '' && !text_cut && files.length === 0 && !not_kept && !has_html;
}

function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  );
}

/** What a mail quotes of an earlier one, folded. */
function Quote({ text }: { text: string }) {
  return (
    <details className="text-ink-soft">
      <summary className="w-fit cursor-pointer text-sm">Quoted text</summary>
      <div className="mt-1 border-l-2 border-line pl-3">
        <Words text={text} />
      </div>
    </details>
  );
}

/** Who looked at a mail that was not taken, or read a message; nobody yet: a button. */
function Seen({ mailId, by, isMessage }: { mailId: number; by: string | null; isMessage: boolean }) {
  if (by === null) return <SeeMail mailId={mailId}>{isMessage ? 'Read' : 'I looked at it'}</SeeMail>;
  return (
    <span>
      {isMessage ? 'Read' : 'Looked at'} by {by}
    </span>
  );
}

/** The authority's PIN, masked until it is asked for; that is noted. */
function Pin({ mailId, masked }: { mailId: number; masked: string }) {
  const [pin, setPin] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function onShow() {
    setBusy(true);
    const { pathname } = window.location;
    const outcome = await queued<{ pin: string }>({ method: 'post', path: routes.api.showPin, body: { mailId } });
    setBusy(false);
    if (outcome.done) setPin(outcome.data?.pin);
    else void sayOutcome(outcome, ordersOf({}, outcome, pathname));
  }

  return (
    <p className="mt-2 flex items-center gap-2">
      PIN <output className="font-medium tabular-nums">{pin ?? masked}</output>
      {pin === undefined && (
        <Button busy={busy} onClick={() => void onShow()}>
          Show
        </Button>
      )}
    </p>
  );
}

function File({ file: { id, name, size, kind, content_type, verdict_note, sent } }: { file: ThreadFile }) {
  return (
    <li className="text-sm">
      <a href={routes.inboundFile(id)} className="text-accent wrap-anywhere hover:underline">
        {name}
      </a>{' '}
      <span className="text-ink-faint">
        {sizeOf(size)}
        {content_type === uncheckedType && ' · not checked: open it only if you expect it'}
      </span>
      {kind === 'card' && (
        <span className="block text-ink-soft">
          {sent ? 'Sent. ' : 'Card found, not sent yet. '}
          {verdict_note}
        </span>
      )}
    </li>
  );
}

/** The mail as it was written, in a frame that loads nothing and runs nothing. */
function Html({ mailId }: { mailId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button data-print="never" onClick={() => setOpen(!open)} aria-expanded={open}>
        {open ? 'Hide the layout' : 'Show with layout'}
      </Button>
      {open && (
        <iframe
          src={routes.inboundMail(mailId)}
          title="The mail as it was written"
          sandbox=""
          data-print="never"
          className="order-last h-96 w-full rounded-md border border-line bg-white scheme-light"
        />
      )}
    </>
  );
}
