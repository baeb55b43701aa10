import { mailKindsWhere } from '../shared/mail-kinds.js';

/**
 * The kinds of mail whose attachment is a file of their own: literals, so that the partial index on the files of these mails
 * can be used.
 */
export const ownFileKinds = mailKindsWhere(({ ownFile }) => ownFile)
  .map((kind) => `'${kind}'`)
  .join(', ');

/** The condition that a stored file, named by the column `key`, belongs to no row. */
export const belongsToNoRow = `NOT EXISTS (SELECT FROM documents WHERE storage_key = key)
  AND NOT EXISTS (SELECT FROM order_files WHERE storage_key = key)
  AND NOT EXISTS (SELECT FROM packs WHERE storage_key = key)
  AND NOT EXISTS (SELECT FROM inbound_mails WHERE storage_key = key)
  AND NOT EXISTS (SELECT FROM inbound_files WHERE storage_key = key)
  AND NOT EXISTS (SELECT FROM mails WHERE attachment_key = key AND kind IN (${ownFileKinds}))
  AND NOT EXISTS (SELECT FROM person_copies c WHERE starts_with(key, 'copies/' || c.id || '-' || c.run || '/'))`;
