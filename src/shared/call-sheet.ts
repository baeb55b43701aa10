import { z } from 'zod';
import { pageNumber } from './input.js';
import type { OrderStatus } from './order-statuses.js';
import type { Standing } from './standing.js';

export const callSheetQuery = z.object({ page: pageNumber.catch(1) });

/** A customer to call. Times are ISO 8601 in UTC, `doa` is a day. */
export type CallRow = {
  order_id: number;
  encoded_id: string;
  full_name: string;
  contact_email_address: string;
  process_status: OrderStatus;
  doa: string;
  card_due: boolean;
  /** Whether it has a card that can be mailed. */
  has_card: boolean;
  /** The newest mail about any order when the row was read: a card that was mailed since is asked about. */
  seen_mail: number;
  standing: Standing;
  processing_date: string;
  /** The holder's name. */
  assign_to: string | null;
  version: number;
  /** Null where the order has no number that can be called. */
  phone: { tel: string; shown: string; whatsapp: string; country: string | null } | null;
  /** The customer's time zones, the western one first, as far as the number's country says; empty: not known. */
  zones: string[];
  /** The newest remark; `recent` when it is of the last hour: then somebody has dealt with the customer. */
  remark: { by: string; at: string; text: string; recent: boolean } | null;
};
