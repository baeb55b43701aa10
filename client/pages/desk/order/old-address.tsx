import { Button } from '@/components/button';
import { useLastProvider } from '@/hooks/last-provider';
import { useCan } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { useCardSending } from '@/pages/desk/order/use-card-sending';
import { whyNoCard } from '@/pages/desk/order/why-no-mail';
import type { OrderWithHistories } from '@shared/answers/desk';
import { formatUtcMinute } from '@shared/dates';
import { mailKindRows } from '@shared/mail-kinds';
import { isSameMailbox } from '@shared/mailbox';
import { routes } from '@shared/routes';

/**
 * The mails that went to an address which was amended since, until the card has gone to the new one
 * (docs/orders.md#amend-an-order).
 */
export function OldAddress({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, run } = useWrite();
  const provider = useLastProvider();
  const sendCard = useCardSending(order);
  const maySend = useCan()('mail.send') && open;
  const { address_since, contact_email_address: own, mailHistory, uploadDoc, activity } = order;
  const isOwn = ({ recipient }: { recipient: string }) => isSameMailbox(recipient, own);
  const old = activity.flatMap(({ changes }) => changes?.contact_email_address?.from ?? []);
  const went = mailHistory.filter(
    (mail) => !isOwn(mail) && old.some((address) => address.toLowerCase() === mail.recipient.toLowerCase()),
  );
  const hasNew = mailHistory.some((mail) => mailKindRows[mail.kind].card && isOwn(mail));
  if (!address_since || went.length === 0 || hasNew) return null;

  const [card] = uploadDoc;
  const body = { orderId: order.encoded_id, email: own, mailServiceProvider: provider };
  return (
    <section
      aria-label="The address was amended"
      className="mx-6 mb-6 rounded-md bg-caution-soft px-4 py-3 max-md:mx-4"
    >
      <p className="font-medium text-caution">
        The address is <bdi className="wrap-anywhere">{own}</bdi> since {formatUtcMinute(address_since)}. Before, these
        mails went out:
      </p>
      <ul className="mt-1.5 grid gap-0.5">
        {went.map(({ id, kind, recipient, create_ts, state }) => (
          <li key={id}>
            {mailKindRows[kind].label} to <bdi className="wrap-anywhere">{recipient}</bdi>, {formatUtcMinute(create_ts)}
            : {state}
          </li>
        ))}
      </ul>
      {card && !whyNoCard(order, card) && maySend && (
        <Button
          busy={running === 'resend'}
          onClick={() =>
            void sendCard((seen) =>
              run('resend', { method: 'post', path: routes.api.resendMail, body: { ...body, ...seen } }),
            )
          }
          className="mt-3"
        >
          Send the card to the new address
        </Button>
      )}
    </section>
  );
}
