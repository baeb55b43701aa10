import type { Email } from 'postal-mime';

/** The part that Gmail adds to a reaction (its developers' guide, 'Email reactions'). */
export const reactionType = 'text/vnd.google.email-reaction+json';

/** What Outlook mails of a reaction: `[Like] Ann Example reacted to your message:`, and below it nothing but our mail. */
const outlooks =
  /^\s*(\[[^\]\n]{1,30}\]|\p{Extended_Pictographic}\S{0,8})\s{1,5}[^\n]{1,100}\breacted to your (?:message|email):?\s*(?:$|\n\s*(?:_{5,}|-{5,}|From:|>))/iu;

/**
 * The sign by which a customer reacted to a mail of ours, such as `👍`; undefined for a mail in words.
 * @param text the words of the mail
 */
export function reactionIn({ attachments }: Email, text: string): string | undefined {
  const part = attachments.find(({ mimeType }) => mimeType === reactionType);
  return part ? (emojiOf(part.content) ?? 'no sign') : outlooks.exec(text)?.[1];
}

function emojiOf(content: ArrayBuffer | Uint8Array | string): string | undefined {
  try {
    const text = typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString();
    const { emoji } = JSON.parse(text) as { emoji?: unknown };
    return typeof emoji === 'string' ? emoji.replaceAll('\0', '').slice(0, 20) : undefined;
  } catch {
    return undefined;
  }
}
