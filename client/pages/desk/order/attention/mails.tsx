import { Button, buttonClass } from '@/components/button';
import { useLastProvider } from '@/hooks/last-provider';
import { useWrite } from '@/hooks/use-write';
import { type About, type Its, part } from '@/pages/desk/order/attention/about';
import { Row, rowAction } from '@/pages/desk/order/attention/row';
import { CorrectAddress } from '@/pages/desk/order/correct-address';
import { useCardSending } from '@/pages/desk/order/use-card-sending';
import { whyNoCard } from '@/pages/desk/order/why-no-mail';
import { formatUtcMinute } from '@shared/dates';
import type { MailEntry } from '@shared/mail';
import { didNotArrive, lastCardMail, mailKindRows } from '@shared/mail-kinds';
import { isSameMailbox } from '@shared/mailbox';
import { routes } from '@shared/routes';
import { MailX } from 'lucide-react';

const mails = part('Email History', 'the mails');

/** The newest mail with the card, when it did not arrive: the customer has no card. */
export function lostCardMail({ order }: About): MailEntry[] {
  const last = lastCardMail(order.mailHistory);
  return last && didNotArrive(last) ? [last] : [];
}

export function LostCardRow({ of: mail, about: { order, open, drafts } }: Its<MailEntry>) {
  return (
    <Row
      icon={MailX}
      tone="danger"
      says={
        <>
          <span className="font-medium">Mail {mail.state}</span>: the card did not reach <bdi>{mail.recipient}</bdi>.
        </>
      }
      to={mails}
    >
      <CorrectAddress {...{ order, open, drafts, mail }} className={buttonClass('quiet', rowAction)} />
    </Row>
  );
}

type Earlier = { since: string; mails: MailEntry[] };

/**
 * The mails that went to an address which was amended since, until the card has gone to the new one
 * (docs/orders.md#amend-an-order).
 */
export function mailsToOldAddress({ order }: About): Earlier[] {
  const { address_since: since, contact_email_address: own, mailHistory, activity } = order;
  const isOwn = ({ recipient }: MailEntry) => isSameMailbox(recipient, own);
  const old = activity.flatMap(({ changes }) => changes?.contact_email_address?.from ?? []);
  const went = mailHistory.filter(
    (mail) => !isOwn(mail) && old.some((address) => address.toLowerCase() === mail.recipient.toLowerCase()),
  );
  const hasNew = mailHistory.some((mail) => mailKindRows[mail.kind].card && isOwn(mail));
  return since && went.length > 0 && !hasNew ? [{ since, mails: went }] : [];
}

export function OldAddressRow({ of: { since, mails: went }, about: { order, open, can } }: Its<Earlier>) {
  const { running, run } = useWrite();
  const provider = useLastProvider();
  const sendCard = useCardSending(order);
  const { contact_email_address: own, uploadDoc } = order;
  const [card] = uploadDoc;
  const maySend = can('mail.send') && open && card && !whyNoCard(order, card);
  const body = { orderId: order.encoded_id, email: own, mailServiceProvider: provider };
  return (
    <Row
      icon={MailX}
      tone="caution"
      says={
        <>
          The address is <bdi>{own}</bdi> since {formatUtcMinute(since)}.{' '}
          {went.length === 1 ? 'A mail' : `${went.length} mails`} went to <bdi>{went[0]!.recipient}</bdi> before.
        </>
      }
      to={mails}
    >
      {maySend && (
        <Button
          tone="quiet"
          className={rowAction}
          busy={running !== undefined}
          onClick={() =>
            void sendCard((seen) =>
              run('resend', { method: 'post', path: routes.api.resendMail, body: { ...body, ...seen } }),
            )
          }
        >
          Send the card to the new address
        </Button>
      )}
    </Row>
  );
}
