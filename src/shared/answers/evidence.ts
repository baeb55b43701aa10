import { z } from 'zod';
import { wholeNumber } from '../output.js';

const text = z.string().optional();

/** A charge in Visa's table, as Stripe names its parts. */
const charge = {
  customer_account_id: text,
  customer_device_fingerprint: text,
  customer_email_address: text,
  customer_purchase_ip: text,
  product_description: text,
};

/** Evidence of a dispute under the names of Stripe's API. What no row proves is absent. */
export const stripeEvidence = z
  .object({
    access_activity_log: text,
    customer_email_address: text,
    customer_name: text,
    customer_purchase_ip: text,
    duplicate_charge_explanation: text,
    duplicate_charge_id: text,
    enhanced_evidence: z
      .object({
        visa_compelling_evidence_3: z.object({
          disputed_transaction: z.object({ ...charge, merchandise_or_services: z.literal('services') }),
          prior_undisputed_transactions: z.array(z.object({ charge: z.string(), ...charge })),
        }),
      })
      .optional(),
    product_description: text,
    refund_policy_disclosure: text,
    refund_refusal_explanation: text,
    service_date: text,
    uncategorized_text: text,
  })
  .meta({ id: 'StripeEvidence' });
export type StripeEvidence = z.infer<typeof stripeEvidence>;

/** The structured evidence of a dispute (docs/disputes.md#evidence-for-stripe). */
export const disputeEvidence = z.object({
  dispute_id: wholeNumber,
  evidence: stripeEvidence,
  characters: wholeNumber.describe('Of all texts together.'),
  cut: z
    .array(z.object({ field: z.string(), characters: wholeNumber }))
    .describe('Texts that were too long, and how many characters of them were left out, the oldest first.'),
  notes: z.array(z.string()).describe('What would help and can’t be given, with the reason.'),
});
export type DisputeEvidence = z.infer<typeof disputeEvidence>;
