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

/** The ticks of the remark form: what it sends and what it is called (spec §2, Add Comment Below). */
export const remarkFlags = [
  { name: 'whatsapp', label: 'Whatsapp', reads: 'whatsapp' },
  { name: 'telephone', label: 'Telephone', reads: 'telephone' },
  { name: 'statusRefund', label: 'Refund', reads: 'status_refund' },
  { name: 'voided', label: 'Voided', reads: 'voided' },
  { name: 'chargeBack', label: 'Chargeback', reads: 'chargeback' },
  { name: 'reportError', label: 'ReportError', reads: 'report_error' },
] as const;

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
