import { z } from 'zod';
import { activityActions } from './activity-actions.js';
import { optionalText, rowInAddress, trimmed } from './input.js';

/** A day of the address; anything else counts as none, so that an old link still opens. */
const day = trimmed(z.iso.date()).optional().catch(undefined);

/** The query of the audit screen. `before`: the cursor of the next older rows. */
export const auditQuery = z.object({
  member: rowInAddress,
  action: z
    .enum(Object.keys(activityActions) as [string, ...string[]])
    .optional()
    .catch(undefined),
  order: rowInAddress,
  fromDate: day,
  toDate: day,
  before: optionalText(60).catch(undefined),
  /** With any value the screen shows the alarms instead of the rows. */
  alarms: z.string().optional().catch(undefined),
});
export type AuditQuery = z.infer<typeof auditQuery>;
