import { Injectable } from '@nestjs/common';
import type { Document } from '../database/document.entity.js';
import type { OrderFile } from '../database/order-file.entity.js';
import type { Pack } from '../database/pack.entity.js';
import { lookAt, printFirstPage } from '../platform/pdf/document-reader.js';
import type { DocumentLook, ReadyDocument } from '../platform/pdf/embed.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';
import type { PackDocument, PackFacts, RegistrationCheck } from '../shared/pack-facts.js';
import { isShown, pagesShown } from '../shared/pack-parts.js';
import type { Pictures } from '../../views/pdf/parts.js';
import { EvidenceQueries } from './evidence.queries.js';

/** Pages and readability of a document. */
type Look = Pick<PackDocument, 'pages' | 'shown'>;
/** A stored file. */
type Kept = { storageKey: string; contentType: string; sha256: string };
/** How many documents a process remembers. */
const looksKept = 1000;

/** The approved documents as packs show them. */
@Injectable()
export class PackDocuments {
  /** Of documents by their hash, because reading a large one takes a second. */
  private readonly looks = new Map<string, Look>();
  /** Of stored files by their key: the hash that their bytes had, and the storage's tag at that time. */
  private readonly hashed = new Map<string, string>();

  constructor(
    private readonly evidence: EvidenceQueries,
    private readonly storage: Storage,
  ) {}

  /** The document with its number of pages, and whether all of them can be shown. */
  async factsOf(document: Document): Promise<PackDocument> {
    const { file1, contentType, size, sha256, verdict } = document;
    return {
      file1,
      create_ts: document.createTs.toISOString(),
      content_type: contentType,
      size,
      sha256,
      verdict,
      ...(await this.lookOf(document, 'approved document')),
    };
  }

  /** What a member added of the authority's page, and whether it can be shown. */
  async checkFacts(file: OrderFile): Promise<RegistrationCheck> {
    const { createTs, contentType, size, sha256 } = file;
    const look = await this.lookOf(file, 'screenshot');
    return { at: createTs.toISOString(), content_type: contentType, size, sha256, ...look };
  }

  private async lookOf(file: Kept & { erasedAt: Date | null }, what: string): Promise<Look> {
    return file.erasedAt ? { pages: 0, shown: 'erased' } : this.look(file, what);
  }

  /**
   * Checks that the file's bytes still have the stored SHA-256. They are read when the storage's tag has changed, and
   * always when a pack is made (`embedded`).
   * @throws Refused 503 when the storage does not answer, or the file could not be read in time
   */
  private async look({ storageKey, contentType, sha256 }: Kept, what: string): Promise<Look> {
    const tag = await this.tagOf(storageKey, what);
    if (tag === undefined) return { pages: 0, shown: 'lost' };
    const proof = `${sha256} ${tag}`;
    const known = this.looks.get(sha256);
    if (known && this.hashed.get(storageKey) === proof) return known;

    const bytes = await this.storage.read(storageKey).catch(() => {
      throw unreachable(what);
    });
    if (sha256Of(bytes) !== sha256) return { pages: 0, shown: 'changed' };

    const look = known ?? (await lookAt(bytes, contentType).then(asLook, unlessRefused));
    remember(this.hashed, storageKey, proof);
    remember(this.looks, sha256, look);
    return look;
  }

  /** The storage's tag of an object, undefined when there is none. @throws Refused 503 when the storage does not answer */
  tagOf(storageKey: string, what: string): Promise<string | undefined> {
    return this.storage.tag(storageKey).catch(() => {
      throw unreachable(what);
    });
  }

  /** The document that the pack's facts name, ready to be laid in; undefined when none of its pages is shown. */
  async embedded({ orderId, facts }: Pack): Promise<ReadyDocument | undefined> {
    const { document } = facts as PackFacts;
    if (pagesShown(facts as PackFacts) === 0) return undefined;

    const stored = await this.evidence.documentByFile(orderId, document!.file1);
    const bytes = await this.storage.read(stored!.storageKey);
    if (sha256Of(bytes) !== document!.sha256) throw new Error('The stored card is not the one that was uploaded.');
    // Loaded with the first pack: what reads documents is large.
    const { readyDocument } = await import('../platform/pdf/embed.js');
    return readyDocument(bytes, document!.content_type);
  }

  /**
   * The pictures of the registration's exhibit that can be drawn, by their SHA-256, as what an `img` loads.
   * @throws Refused 503 when one could not be drawn in time; another Error when it can't be read, or is another file
   */
  async pictures({ orderId, facts }: Pack): Promise<Pictures> {
    const wanted = ((facts as PackFacts).registration?.checks ?? []).filter(isShown);
    const drawn: Record<string, string> = {};
    for (const { sha256, content_type } of wanted) {
      const bytes = await this.storage.read(await this.evidence.checkKey(orderId, sha256));
      if (sha256Of(bytes) !== sha256) throw new Error('The stored screenshot has another hash than its row.');
      const jpeg = await printFirstPage(bytes, content_type).catch((error: unknown) => {
        if (error instanceof Refused) throw error;
        return undefined;
      });
      if (jpeg) drawn[sha256] = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
    }
    return drawn;
  }

  /** Makes the next look at each file read its bytes, which may have changed under the same tag. */
  forgetLooks(): void {
    this.hashed.clear();
  }
}

/** @throws Refused 503 what could not be read in time: that says nothing about the file */
function unlessRefused(error: unknown): Look {
  if (error instanceof Refused) throw error;
  return { pages: 0, shown: 'unreadable' };
}

function asLook({ pages, how }: DocumentLook): Look {
  return { pages, shown: how };
}

function unreachable(what: string): Refused {
  return new Refused(`The ${what} can’t be read now. Please try again soon.`, 503);
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= looksKept) map.clear();
  map.set(key, value);
}
