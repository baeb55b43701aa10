import { Button, buttonClass } from '@/components/button';
import { useWrite } from '@/hooks/use-write';
import { type About, type Its, part } from '@/pages/desk/order/attention/about';
import { Moment, Row, rowAction } from '@/pages/desk/order/attention/row';
import { Amend } from '@/pages/desk/order/amend';
import { goToQuestion } from '@/pages/desk/order/ask-customer';
import { RequestText } from '@/pages/desk/order/request-text';
import { SeeMail } from '@/pages/desk/order/see-mail';
import { whyNoMail } from '@/pages/desk/order/why-no-mail';
import type { OrderWithHistories } from '@shared/answers/desk';
import { beginningOf } from '@shared/beginning';
import type { ThreadEntry } from '@shared/inbound';
import { piecesOf } from '@shared/quotes';
import { requestRows } from '@shared/request-kinds';
import { routes } from '@shared/routes';
import { MailPlus, MailWarning, MessageCircleQuestion } from 'lucide-react';

/** How many letters of what a customer wrote a row begins with. */
const shownLetters = 90;

const messages = part('Messages', 'the messages');

/** The newest of the customer's mails that nobody has answered or read, for who may answer (docs/mail.md#unread-messages). */
export function newestUnread({ order, can }: About): ThreadEntry[] {
  return can('mail.send') ? order.thread.filter(({ unread }) => unread).slice(0, 1) : [];
}

export function MessageRow({ of: mail, about }: Its<ThreadEntry>) {
  const own = piecesOf(mail.text).filter(({ quoted }) => !quoted);
  const words =
    own
      .map(({ text }) => text)
      .join('\n')
      .trim() || mail.subject;
  const others = about.order.thread.filter(({ unread }) => unread).length - 1;
  const besides = [counted(mail.files.length, 'file'), others > 0 && `${others} more unread`].filter(Boolean);
  return (
    <Row
      icon={MailPlus}
      tone="caution"
      whole={`${mail.who}: ${words}`}
      says={
        <>
          <span className="sr-only">The customer wrote: </span>
          <Moment at={mail.create_ts} /> <bdi>“{beginningOf(words, shownLetters)}”</bdi>
          {besides.length > 0 && <span className="text-sm text-ink-faint"> · {besides.join(', ')}</span>}
        </>
      }
      also={mail.note}
      to={messages}
    >
      {mayReply(about) && <Reply />}
      <SeeMail mailId={mail.mail_id} tone="quiet" className={rowAction}>
        Read
      </SeeMail>
    </Row>
  );
}

/** A mail in the authority's name that was not taken and nobody has looked at. */
export function notTaken({ order }: About): ThreadEntry[] {
  return order.thread.filter(({ kind, seen_by: seenBy }) => kind === 'look' && seenBy === null);
}

export function LookRow({ of: mail }: Its<ThreadEntry>) {
  return (
    <Row
      icon={MailWarning}
      tone="danger"
      says={
        <>
          A mail in the authority’s name was not taken: <bdi>{beginningOf(mail.subject, shownLetters)}</bdi>{' '}
          <Moment at={mail.create_ts} />
        </>
      }
      to={messages}
    >
      <SeeMail mailId={mail.mail_id} tone="quiet" className={rowAction}>
        I looked at it
      </SeeMail>
    </Row>
  );
}

/** Whether the order waits for an answer that came, and was read. */
export function readAnswer(about: About): string[] {
  const isAnswered = about.order.inbox_marks.includes('answered') && newestUnread(about).length === 0;
  return isAnswered ? ['answered'] : [];
}

export function AnswerRow({ about }: Its<string>) {
  return (
    <Row icon={MailPlus} tone="quiet" says="The customer wrote while the order waits for that." to={messages}>
      {mayReply(about) && <Reply />}
    </Row>
  );
}

type Request = OrderWithHistories['requests'][number];

export function RequestRow({ of: request, about }: Its<Request>) {
  const { order, open, drafts, can } = about;
  const { running, run } = useWrite();
  const { heading, amends } = requestRows[request.kind];
  const text = request.text ?? '';
  return (
    <Row
      icon={MessageCircleQuestion}
      tone="caution"
      whole={`${heading}: ${text}`}
      says={
        <>
          <Moment at={request.create_ts} /> <span className="font-medium">{heading}</span>
          {text && <bdi> “{beginningOf(text, shownLetters)}”</bdi>}
        </>
      }
      to={mayReply(about) ? undefined : messages}
    >
      {mayReply(about) && <Reply />}
      {amends && (
        <Amend
          {...{ order, open, drafts }}
          sections={amends}
          reads={
            <div className="mb-4 rounded-md bg-caution-soft px-3 py-2">
              <RequestText request={request} />
            </div>
          }
          label="Amend"
          className={buttonClass('quiet', rowAction)}
        />
      )}
      {open && can('requests.handle') && (
        <Button
          tone="quiet"
          className={rowAction}
          busy={running !== undefined}
          onClick={() =>
            void run('handle', { method: 'put', path: routes.api.handleRequest, body: { requestId: request.id } })
          }
        >
          Handled
        </Button>
      )}
    </Row>
  );
}

function mayReply({ order, open, can }: About): boolean {
  return open && can('mail.send') && !whyNoMail(order);
}

function Reply() {
  return (
    <Button tone="quiet" className={rowAction} onClick={goToQuestion}>
      Reply
    </Button>
  );
}

function counted(n: number, what: string): string | false {
  return n > 0 && `${n} ${n === 1 ? what : `${what}s`}`;
}
