/** A row of the audit screen. */
export type AuditEntry = {
  id: number;
  create_ts: string;
  actor: string;
  action: string;
  order_id: number | null;
  encoded_id: string | null;
  from: string | null;
  to: string | null;
  note: string | null;
};
