import type { AddRemark, RemarkEntry } from './remarks.js';

type Flag = {
  name: keyof AddRemark;
  label: string;
  reads: keyof RemarkEntry;
  /** Whether a defence pack prints a remark with this flag (docs/evidence.md#packs). */
  printed?: true;
};

/**
 * The flags of a remark: the checkbox's name in the form, its label, and its field in a remark as read
 * (docs/screens.md#screens).
 */
export const remarkFlags = [
  { name: 'whatsapp', label: 'Whatsapp', reads: 'whatsapp', printed: true },
  { name: 'telephone', label: 'Telephone', reads: 'telephone', printed: true },
  { name: 'statusRefund', label: 'Refund', reads: 'status_refund' },
  { name: 'voided', label: 'Voided', reads: 'voided' },
  { name: 'chargeBack', label: 'Chargeback', reads: 'chargeback' },
  { name: 'reportError', label: 'ReportError', reads: 'report_error' },
] as const satisfies Flag[];

/** Whether a defence pack prints a remark, unless it is left out. */
export function isPrinted(remark: RemarkEntry): boolean {
  return remarkFlags.some((flag) => 'printed' in flag && remark[flag.reads] === 'Y');
}
