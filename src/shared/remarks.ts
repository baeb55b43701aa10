import { z } from 'zod';
import { flag, orderId, requiredText } from './input.js';
import { remarkLength } from './limits.js';

/** A remark as read, with the spec's names; flags are 'Y' or empty; us_date and us_time are EST (spec §3). */
export type RemarkEntry = {
  id: number;
  order_id: number;
  create_ts: string;
  us_date: string;
  us_time: string;
  remark_name: string;
  remark: string;
  whatsapp: 'Y' | '';
  telephone: 'Y' | '';
  status_refund: 'Y' | '';
  voided: 'Y' | '';
  chargeback: 'Y' | '';
  report_error: 'Y' | '';
};

export const addRemark = z.object({
  orderId: orderId(),
  remark: requiredText('Please enter your remark', remarkLength),
  whatsapp: flag,
  telephone: flag,
  statusRefund: flag,
  voided: flag,
  chargeBack: flag,
  reportError: flag,
});
export type AddRemark = z.infer<typeof addRemark>;
