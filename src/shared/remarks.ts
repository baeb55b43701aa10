import { z } from 'zod';
import { flag, orderId, requiredText } from './input.js';
import { remarkLength } from './limits.js';

export type { RemarkEntry } from './answers/remarks.js';

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
