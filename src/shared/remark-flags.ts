import type { AddRemark, RemarkEntry } from './remarks.js';

/**
 * The flags of a remark: the checkbox's name in the form, its label, and its field in a remark as read
 * (docs/product.md#screens).
 */
export const remarkFlags = [
  { name: 'whatsapp', label: 'Whatsapp', reads: 'whatsapp' },
  { name: 'telephone', label: 'Telephone', reads: 'telephone' },
  { name: 'statusRefund', label: 'Refund', reads: 'status_refund' },
  { name: 'voided', label: 'Voided', reads: 'voided' },
  { name: 'chargeBack', label: 'Chargeback', reads: 'chargeback' },
  { name: 'reportError', label: 'ReportError', reads: 'report_error' },
] as const satisfies { name: keyof AddRemark; label: string; reads: keyof RemarkEntry }[];
