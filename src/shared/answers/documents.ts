import { z } from 'zod';
import { sha256, utcMoment, wholeNumber } from '../output.js';

/** How a card compares with the order it was uploaded to (docs/form.md#the-card-must-be-this-orders). */
export const cardVerdicts = ['agrees', 'differs', 'unreadable'] as const;
export type CardVerdict = (typeof cardVerdicts)[number];

/** An uploaded card, with its wire names (docs/form.md#uploads-and-documents). `url` is a path on this site. */
export const documentEntry = z
  .object({
    file1: z.string(),
    customer_name: z.string(),
    mail_service_provider: z.string(),
    create_ts: utcMoment,
    url: z.string(),
    sha256,
    size: wholeNumber.describe('Bytes.'),
    content_type: z.string(),
    verdict: z
      .enum(cardVerdicts)
      .nullable()
      .describe('How the card compares with the order; null for a card that was not compared.'),
    verdict_note: z.string().nullable().describe('What the verdict rests on.'),
    erased_at: utcMoment.nullable().describe('Since when its file is erased.'),
    outdated: z.boolean().describe('Whether the order was amended since: the card no longer shows its data.'),
    override_reason: z.string().nullable().describe('Why a member sent a card that differs.'),
  })
  .meta({ id: 'DocumentEntry' });
export type DocumentEntry = z.infer<typeof documentEntry>;

/** The answer to an upload. */
export const uploadedDocument = z.object({ file1: z.string(), mail_id: wholeNumber });
export type UploadedDocument = z.infer<typeof uploadedDocument>;

/**
 * A download of the card, by anybody (docs/screens.md#lists-and-search). `timezone` is the location
 * (docs/form.md#uploads-and-documents).
 */
export const downloadEntry = z
  .object({
    order_id: wholeNumber,
    create_ts: utcMoment,
    ip: z.string(),
    timezone: z.string().describe('The location.'),
    browser: z.string(),
    os: z.string(),
    device: z.string(),
    device_type: z.string(),
    file1: z.string(),
    actor: z.enum(['customer', 'staff', 'machine']),
    complete: z.boolean().describe('Whether the last byte went out.'),
  })
  .meta({ id: 'DownloadEntry' });
export type DownloadEntry = z.infer<typeof downloadEntry>;
