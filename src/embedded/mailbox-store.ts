import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Of } from '../platform/sha256.js';

/** The providers by their wire names (docs/screens.md#screens). */
export type Provider = 'AWS' | 'Sendgrid';

/** A mail as it came in. `contentId` is what an inline picture is called in the HTML, without angle brackets. */
export type IncomingMail = {
  provider: Provider;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; contentId?: string; content: Uint8Array }[];
};

/** A stored mail: attachments have their size in bytes and SHA-256 (hex) in place of their content. */
export type StoredMail = Omit<IncomingMail, 'attachments'> & {
  id: string;
  attachments: { filename: string; contentType: string; contentId?: string; size: number; sha256: string }[];
  received_at: string;
};

/** How many mails are kept; older ones go. */
const capacity = 1000;

/**
 * The mails on disk, a folder each: `mail.json` and the attachments by number. Folders are written under another name and
 * then moved to their own, so that a mail is stored completely or not at all; their names sort by time.
 */
export class MailboxStore {
  private lastStamp = 0;

  constructor(private readonly dir: string) {}

  async add({ attachments, ...mail }: IncomingMail): Promise<StoredMail> {
    this.lastStamp = Math.max(Date.now(), this.lastStamp + 1);
    const id = `${this.lastStamp}-${randomBytes(8).toString('hex')}`;
    const kept: StoredMail = {
      ...mail,
      id,
      attachments: attachments.map(({ content, ...named }) => ({
        ...named,
        size: content.byteLength,
        sha256: sha256Of(content),
      })),
      received_at: new Date().toISOString(),
    };

    const draft = join(this.dir, `.${id}`);
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await writeFile(join(draft, 'mail.json'), JSON.stringify(kept));
    for (const [n, { content }] of attachments.entries()) await writeFile(join(draft, String(n)), content);
    await rename(draft, join(this.dir, id));
    await this.removeOldest();
    return kept;
  }

  /** Removes mails that were half-written when the process ended. */
  async removeDrafts(): Promise<void> {
    const drafts = ((await readdir(this.dir).catch(orGone)) ?? []).filter((name) => name.startsWith('.'));
    await Promise.all(drafts.map((name) => rm(join(this.dir, name), { recursive: true, force: true })));
  }

  /** Newest first; `to` keeps those one of whose recipients contains it, whatever the case. */
  async newest(limit: number, to = ''): Promise<StoredMail[]> {
    const wanted = to.trim().toLowerCase();
    const found: StoredMail[] = [];
    for (const id of (await this.ids()).reverse()) {
      if (found.length === limit) break;
      const mail = await this.mailById(id);
      if (mail?.to.some((address) => address.toLowerCase().includes(wanted))) found.push(mail);
    }
    return found;
  }

  async mailById(id: string): Promise<StoredMail | undefined> {
    if (!isId(id)) return undefined;
    try {
      return JSON.parse(await readFile(join(this.dir, id, 'mail.json'), 'utf8')) as StoredMail;
    } catch (error) {
      return orGone(error);
    }
  }

  /** The content of a mail's nth attachment, from 0. */
  async attachment(id: string, n: number): Promise<Buffer | undefined> {
    if (!isId(id) || !Number.isInteger(n)) return undefined;
    return readFile(join(this.dir, id, String(n))).catch(orGone);
  }

  private async ids(): Promise<string[]> {
    const names = await readdir(this.dir).catch(orGone);
    return (names ?? []).filter(isId).sort();
  }

  private async removeOldest(): Promise<void> {
    const surplus = (await this.ids()).slice(0, -capacity);
    await Promise.all(surplus.map((id) => rm(join(this.dir, id), { recursive: true, force: true })));
  }
}

function isId(name: string): boolean {
  return /^\d{13}-[0-9a-f]{16}$/.test(name);
}

function orGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
