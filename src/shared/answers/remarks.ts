import { z } from 'zod';
import { utcMoment, wholeNumber } from '../output.js';

const ticked = z.enum(['Y', '']);

/** A remark as read, with its wire names; flags are 'Y' or empty; us_date and us_time are EST (docs/http-api.md#the-api). */
export const remarkEntry = z
  .object({
    id: wholeNumber,
    order_id: wholeNumber,
    create_ts: utcMoment,
    us_date: z.string(),
    us_time: z.string(),
    remark_name: z.string(),
    remark: z.string(),
    whatsapp: ticked,
    telephone: ticked,
    status_refund: ticked,
    voided: ticked,
    chargeback: ticked,
    report_error: ticked,
  })
  .meta({ id: 'RemarkEntry' });
export type RemarkEntry = z.infer<typeof remarkEntry>;
