import { formatShortDay } from './dates.js';
import { type OrderStatus, statusRows } from './order-statuses.js';

/** Why a mail about an order is refused. The order's page says the same before anybody presses (docs/mail.md#mail). */
export const erasedOrder = 'The data of this order was erased: nobody can be mailed about it';
export const outdatedCard = 'The order was amended after this card. Send a new one.';

/** @param erasedAt ISO 8601, in UTC */
export function erasedCard(erasedAt: string): string {
  return `This card was erased on ${formatShortDay(erasedAt)}.`;
}

/** The same of another file of an order. @param erasedAt ISO 8601 in UTC */
export function erasedFile(erasedAt: string): string {
  return `This file was erased on ${formatShortDay(erasedAt)}.`;
}

/** Why an order in this status takes and mails no card; undefined when it does (docs/form.md#uploads-and-documents). */
export function withdrawnCard(status: OrderStatus): string | undefined {
  return statusRows[status].withdrawn && `No card is sent for an order in ${status}.`;
}
