import { createElement } from 'react';
import { Injectable } from '@nestjs/common';
import type { Pack } from '../database/pack.entity.js';
import { html } from '../platform/html.js';
import type { ReadyDocument } from '../platform/pdf/embed.js';
import { PdfPrinter } from '../platform/pdf/printer.js';
import type { PackFacts } from '../shared/pack-facts.js';
import { type PackSize, documentFrame, documentPageTitle, packLimits } from '../shared/packs.js';
import DefencePack from '../../views/pdf/defence-pack.js';

export type PrintedPack = { bytes: Uint8Array; pages: number };

/** Turns a pack's facts and its approved document into one PDF. */
@Injectable()
export class PackPrinter {
  constructor(private readonly printer: PdfPrinter) {}

  /**
   * Prints a pack and embeds the document. When the whole exceeds `packLimits`, it is printed once more with a first
   * page that says so.
   * @throws Error when a page of the document could not be placed
   */
  async print(pack: Pack, document: ReadyDocument | undefined): Promise<PrintedPack> {
    const printed = await this.printOnce(pack, document);
    const size = { pages: printed.pages, bytes: printed.bytes.length };
    return document && isOversize(size) ? this.printOnce(pack, document, size) : printed;
  }

  private async printOnce(pack: Pack, document: ReadyDocument | undefined, oversize?: PackSize): Promise<PrintedPack> {
    const facts = pack.facts as PackFacts;
    const stamp = { generated_at: pack.createTs.toISOString(), inputs_sha256: pack.inputSha256 };
    const own = await this.printer.print(html(createElement(DefencePack, { facts, stamp, oversize })));
    const { layInto, pageCount } = await import('../platform/pdf/embed.js');
    if (!document) return { bytes: own, pages: await pageCount(own) };

    const titles = Array.from({ length: document.pages }, (_, index) => documentPageTitle(index + 1, document.pages));
    return layInto(own, document, titles, documentFrame);
  }
}

function isOversize({ pages, bytes }: PackSize): boolean {
  return pages > packLimits.pages || bytes > packLimits.bytes;
}
