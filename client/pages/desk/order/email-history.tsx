import { useConfirm } from '@/components/confirm';
import type { Column } from '@/components/data-table';
import { EmptyHistory } from '@/components/empty-state';
import { Section } from '@/components/section';
import { Time } from '@/components/time';
import { useWrite } from '@/hooks/use-write';
import { CorrectAddress } from '@/pages/desk/order/correct-address';
import { HistoryTable } from '@/pages/desk/order/history-table';
import { whyNoCard, whyNoMail } from '@/pages/desk/order/why-no-mail';
import { formatEstHistory } from '@shared/dates';
import type { MailEntry } from '@shared/mail';
import { didNotArrive, mailKindRows, type MailState } from '@shared/mail-kinds';
import { type MailProvider, mailProviders } from '@shared/mail-providers';
import { isSameMailbox } from '@shared/mailbox';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

const tones: Record<MailState, string> = {
  queued: 'text-ink-faint',
  sent: 'text-ink-soft',
  delivered: 'text-good',
  deferred: 'text-caution',
  bounced: 'text-danger',
  complained: 'text-danger',
  failed: 'text-danger',
};

/** Every mail of an order, newest first; one that did not arrive can be sent again from here. */
export function EmailHistory({ order, open, drafts }: Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'>) {
  return (
    <Section
      title="Email History"
      count={order.mailHistory.length}
      none={order.mailHistory.length === 0 && <EmptyHistory />}
    >
      {order.mailHistory.length > 0 && (
        <HistoryTable
          caption="Email History"
          columns={columnsFor({ order, open, drafts })}
          rows={order.mailHistory}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  );
}

function columnsFor(amending: Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'>): Column<MailEntry>[] {
  const { order, open } = amending;
  const whyNot = ({ kind, uploadDoc }: MailEntry) => {
    const card = order.uploadDoc.find(({ file1 }) => file1 === uploadDoc);
    return mailKindRows[kind].card ? whyNoCard(order, card) : whyNoMail(order);
  };
  return [
    { key: '#', title: '#', width: 'w-10', drop: 640, cell: (_mail, index) => index + 1 },
    { key: 'order_id', title: 'Order ID', width: 'w-20', drop: 640, cell: ({ order_id }) => order_id },
    {
      key: 'download',
      title: 'Download',
      width: 'w-44',
      cell: (mail) => (
        <span className="block py-1.5">
          <Attached {...mail} />
          <span className="block truncate text-sm text-ink-faint" title={mail.subject}>
            {mailKindRows[mail.kind].label} to {mail.recipient}
          </span>
        </span>
      ),
    },
    {
      key: 'create_ts',
      title: 'Date & Time',
      note: 'EST',
      width: 'w-44',
      cell: ({ create_ts }) => <Time at={create_ts} format={formatEstHistory} />,
    },
    {
      key: 'provider',
      title: 'Mail Provider',
      width: 'w-40',
      cell: (mail) => (
        <span className="block py-1.5">
          {mail.mail_service_provider}
          {mail.switched_from && <span className="text-sm text-ink-faint"> in place of {mail.switched_from}</span>}
          <span className="flex items-center gap-2 text-sm">
            <span className={tones[mail.state]}>{mail.state}</span>
            {open && didNotArrive(mail) && !whyNot(mail) && (
              <SendAgain
                mail={mail}
                hasBounced={order.bouncedAddresses.some((one) => isSameMailbox(one, mail.recipient))}
              />
            )}
          </span>
          {open && didNotArrive(mail) && whyNot(mail) && (
            <span className="block text-sm text-ink-soft">{whyNot(mail)}</span>
          )}
          <CorrectAddress {...amending} mail={mail} className="block text-sm text-accent hover:underline" />
          {mail.failure && (
            <span className="block truncate text-sm text-ink-faint" title={mail.failure}>
              {mail.failure}
            </span>
          )}
        </span>
      ),
    },
  ];
}

/** The link to the file that a mail carried: the card, or an invoice once it is printed. */
function Attached({ id, order_id, uploadDoc, attachment_sha256 }: MailEntry) {
  if (!uploadDoc && !attachment_sha256) return <span className="block text-ink-faint">No file</span>;
  return (
    <a
      href={uploadDoc ? routes.document(order_id, uploadDoc) : routes.mailFile(id)}
      target="_blank"
      rel="noreferrer"
      className="block truncate text-accent hover:underline"
    >
      {uploadDoc ?? 'PDF'}
    </a>
  );
}

/** Sends a mail that did not arrive once more, by the same provider or by the other. */
function SendAgain({ mail, hasBounced }: { mail: MailEntry; hasBounced: boolean }) {
  const { running, run } = useWrite();
  const confirm = useConfirm();
  const busy = running !== undefined;

  async function send(mailServiceProvider: MailProvider) {
    if (hasBounced && !(await confirm({ text: `A mail bounced at ${mail.recipient}. Send there anyway?` }))) return;
    const body = { mailId: mail.id, mailServiceProvider };
    void run(mailServiceProvider, { method: 'post', path: routes.api.retryMail, body });
  }

  return (
    <span data-print="never" className="inline-flex flex-wrap gap-x-2">
      {mailProviders.map((provider, index) => (
        <button
          key={provider}
          type="button"
          aria-disabled={busy || undefined}
          aria-label={`Send again by ${provider}`}
          onClick={() => void send(provider)}
          className="rounded-xs text-accent hover:underline aria-disabled:opacity-50"
        >
          {index === 0 ? `Send again by ${provider}` : provider}
        </button>
      ))}
    </span>
  );
}
