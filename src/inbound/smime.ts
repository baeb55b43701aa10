import { type BaseBlock, fromBER, ObjectIdentifier, OctetString } from 'asn1js';
import type { Attachment } from 'postal-mime';

/** What a sealed part holds: the mail that was signed within it, or nothing that anybody but its reader could open. */
export type Sealed = Buffer | 'encrypted';

/** What is sealed, by the id of its type (RFC 5652, RFC 5083). */
const signedData = '1.2.840.113549.1.7.2';
const encryptedData = ['1.2.840.113549.1.7.3', '1.2.840.113549.1.9.16.1.23'];

const pgpParts = ['application/pgp-encrypted', 'multipart/encrypted'];

/**
 * Opens a part that is a whole mail in a seal: S/MIME in one piece (`smime.p7m`, RFC 8551), and PGP (RFC 3156), which is
 * always encrypted. The signature is not verified: nothing follows from it. Undefined for any other part.
 */
export function sealedIn({ mimeType }: Attachment, bytes: Buffer): Sealed | undefined {
  if (pgpParts.includes(mimeType)) return 'encrypted';
  if (!/^application\/(?:x-)?pkcs7-mime$/.test(mimeType)) return undefined;
  const { offset, result } = fromBER(bytes);
  if (offset === -1) return undefined;

  const [type, content] = within(result);
  const id = type instanceof ObjectIdentifier ? type.valueBlock.toString() : '';
  if (encryptedData.includes(id)) return 'encrypted';
  if (id !== signedData) return undefined;
  // version, digests, and what was signed: its type, and its bytes in one piece or in several
  const [signed] = within(content);
  const [, , told] = within(signed);
  const [bytesOf] = within(within(told)[1]);
  return bytesOf instanceof OctetString ? Buffer.from(bytesOf.getValue()) : undefined;
}

/** Whether a text is a message of PGP, as programs without MIME write it. */
export function isPgpMessage(text: string): boolean {
  return text.trimStart().startsWith('-----BEGIN PGP MESSAGE-----');
}

function within(block: BaseBlock | undefined): BaseBlock[] {
  const value = block?.valueBlock as { value?: unknown } | undefined;
  return Array.isArray(value?.value) ? (value.value as BaseBlock[]) : [];
}
