import { Amend } from '@/pages/desk/order/amend';
import type { MailEntry } from '@shared/mail';
import type { Pages } from '@shared/pages';

type CorrectProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'> & { mail: MailEntry; className: string };

/**
 * Amends the order's address after a mail bounced there. Afterwards the page offers to send the card to the new one
 * (attention/mails.tsx). Nothing for a mail that went to another address.
 */
export function CorrectAddress({ mail, className, ...amending }: CorrectProps) {
  const own = amending.order.contact_email_address;
  if (mail.state !== 'bounced' || mail.recipient.toLowerCase() !== own.toLowerCase()) return null;
  return (
    <Amend
      {...amending}
      sections={['amendEmail']}
      reads={mail.failure && <p className="mb-4 wrap-anywhere text-ink-soft">It bounced: {mail.failure}</p>}
      label="Correct the address"
      className={className}
    />
  );
}
