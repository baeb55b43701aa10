import type { AlarmKind } from '../alarm-kinds.js';
import type { ChangedFields } from '../changed-fields.js';

/** What Admins were warned of. */
export type AlarmEntry = { id: number; kind: AlarmKind; what: string; raised_at: string };

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
  changes: ChangedFields | null;
};
