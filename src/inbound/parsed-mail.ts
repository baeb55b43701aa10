import PostalMime, { type Email } from 'postal-mime';

/** What a part of a mail says, as text, as HTML, or both when its sender wrote the same twice. */
type Said = { plain: string[]; html: string[] };
export type ParsedMail = { email: Email; said: Said[] };

/** What we use of the parser beyond its published types: it hands each text over with the part that it belongs to. */
type Parser = Pick<PostalMime, 'parse'> & {
  addTextEntry: (part: object, type: keyof Said, entry: { value: string }) => void;
};

/**
 * A mail in its parts. Mails within it are left as files.
 * @throws for one that has too many parts in parts, or too long a head
 */
export async function parsedMail(raw: Uint8Array): Promise<ParsedMail> {
  const said = new Map<object, Said>();
  const parser = new PostalMime({ maxNestingDepth: 50, forceRfc822Attachments: true }) as unknown as Parser;
  const add = parser.addTextEntry.bind(parser);
  parser.addTextEntry = (part, type, entry) => {
    const own = said.get(part) ?? { plain: [], html: [] };
    own[type].push(entry.value);
    said.set(part, own);
    add(part, type, entry);
  };
  const email = await parser.parse(raw);
  return { email, said: [...said.values()] };
}
