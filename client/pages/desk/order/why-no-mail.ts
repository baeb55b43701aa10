import type { OrderWithHistories } from '@shared/answers/desk';
import type { DocumentEntry } from '@shared/answers/documents';
import { erasedCard, erasedOrder, outdatedCard, withdrawnCard } from '@shared/mail-refusals';
import { isErased } from '@shared/retention';

/** Why nobody can be mailed about an order, as the server refuses it; undefined when mails can be sent. */
export function whyNoMail({ contact_email_address }: OrderWithHistories): string | undefined {
  return isErased(contact_email_address) ? `${erasedOrder}.` : undefined;
}

/** Why this card of an order can't be mailed, as the server refuses it; undefined when it can, or when there is none. */
export function whyNoCard(order: OrderWithHistories, card: DocumentEntry | undefined): string | undefined {
  if (card?.erased_at) return erasedCard(card.erased_at);
  if (card?.outdated) return outdatedCard;
  return whyNoMail(order) ?? withdrawnCard(order.process_status);
}
