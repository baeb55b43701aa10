import { Button } from '@/components/button';
import { Scrolling } from '@/components/scrolling';
import { Time } from '@/components/time';
import { useCan } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { goToQuestion } from '@/pages/desk/order/ask-customer';
import { whyNoMail } from '@/pages/desk/order/why-no-mail';
import type { OrderWithHistories } from '@shared/answers/desk';
import { formatUtc } from '@shared/dates';
import { routes } from '@shared/routes';

/** The newest of the customer's mails that nobody has answered or read, where the page begins (docs/mail.md#unread-messages). */
export function UnreadMessage({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, run } = useWrite();
  const can = useCan();
  const [newest, ...others] = order.thread.filter(({ unread }) => unread);
  if (!newest || !can('mail.send')) return null;

  const { mail_id: mailId, who, create_ts, subject, text, note } = newest;
  const files = newest.files.length;
  return (
    <section
      aria-label="Unread message of the customer"
      className="mx-6 mb-6 rounded-md bg-caution-soft px-4 py-3 max-md:mx-4"
    >
      <p className="font-medium text-caution">
        The customer wrote, <Time at={create_ts} format={formatUtc} />
      </p>
      <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
        <bdi>{who || 'No sender'}</bdi>: <bdi>{subject}</bdi>
      </p>
      {note && <p className="mt-1 text-sm text-caution">{note}</p>}
      <Scrolling
        label="The customer’s words"
        dir="auto"
        className="mt-1 max-h-32 max-w-prose whitespace-pre-line wrap-anywhere"
      >
        {text}
      </Scrolling>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          busy={running === 'read'}
          onClick={() => void run('read', { method: 'put', path: routes.api.seeMail, body: { mailId } })}
        >
          Read
        </Button>
        {open && !whyNoMail(order) && <Button onClick={goToQuestion}>Answer</Button>}
        <a href="#messages" className="text-sm text-accent hover:underline">
          {besides(files, others.length)}
        </a>
      </div>
    </section>
  );
}

/** What else there is to read below. */
function besides(files: number, others: number): string {
  const parts = [
    files > 0 && `${files} ${files === 1 ? 'file' : 'files'}`,
    others > 0 && `${others} more unread`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')} in Messages` : 'Messages';
}
