import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Document } from '../database/document.entity.js';
import { drawFirstPage } from '../platform/pdf/document-reader.js';
import type { PagePicture } from '../platform/pdf/raster.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import { Storage } from '../platform/storage.js';

/** How many pictures a process keeps, each of about 60 KB. */
const mostKept = 100;

type Card = Pick<Document, 'id' | 'sha256' | 'storageKey' | 'contentType'>;

/**
 * Pictures of the cards' first pages (docs/visitors.md#visitors). A picture is drawn once in a process, by the hash of its
 * card, and kept in memory alone, so that nothing of an erased card is left.
 */
@Injectable()
export class CardPictures {
  private readonly log = new Logger('pictures');
  private readonly kept = new Map<string, Promise<PagePicture | null>>();

  constructor(private readonly storage: Storage) {}

  /** The picture; null where the file is gone, isn't the one that was uploaded, or has no page that can be drawn. */
  of(card: Card): Promise<PagePicture | null> {
    const known = this.kept.get(card.sha256) ?? this.draw(card);
    // the one that was asked for last is forgotten last
    this.kept.delete(card.sha256);
    this.kept.set(card.sha256, known);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    return known;
  }

  /** As `of`; null also while it takes longer than this. @param most in milliseconds */
  within(card: Card, most: number): Promise<PagePicture | null> {
    return Promise.race([this.of(card), pause(most, null, { ref: false })]);
  }

  private async draw({ id, sha256, storageKey, contentType }: Card): Promise<PagePicture | null> {
    const bytes = await this.storage.read(storageKey).catch(() => undefined);
    if (bytes === undefined) {
      this.kept.delete(sha256);
      return null;
    }
    if (sha256Of(bytes) !== sha256) return null;
    return drawFirstPage(bytes, contentType).catch((error: unknown) => {
      // not in time: the next look tries again
      if (error instanceof Refused) this.kept.delete(sha256);
      this.log.warn({ document: id, error: String(error) }, 'no picture of the card');
      return null;
    });
  }
}
