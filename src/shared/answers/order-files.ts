import { z } from 'zod';
import { type OrderFileKind, orderFileKinds } from '../order-file-kinds.js';
import { sha256, utcMoment, wholeNumber } from '../output.js';

/** A file that a member added to an order and that is no card. `url` is a path on this site. */
export const orderFileEntry = z
  .object({
    id: wholeNumber,
    kind: z.enum(Object.keys(orderFileKinds) as [OrderFileKind, ...OrderFileKind[]]),
    create_ts: utcMoment,
    added_by: z.string(),
    content_type: z.string(),
    size: wholeNumber.describe('Bytes.'),
    sha256,
    url: z.string().nullable().describe('Null for a member who may not see passports, and once it is erased.'),
    erased_at: utcMoment.nullable().describe('Since when its file is erased.'),
  })
  .meta({ id: 'OrderFileEntry' });
export type OrderFileEntry = z.infer<typeof orderFileEntry>;

/** The answer to an added file. */
export const addedFile = z.object({ id: wholeNumber, sha256 });
