import { createElement } from 'react';
import { Injectable } from '@nestjs/common';
import type { Pack } from '../database/pack.entity.js';
import { html } from '../platform/html.js';
import type { ReadyDocument } from '../platform/pdf/embed.js';
import { PdfPrinter } from '../platform/pdf/printer.js';
import type { PackFacts } from '../shared/pack-facts.js';
import { documentPageTitle, lettersOf } from '../shared/pack-parts.js';
import { documentFrame } from '../shared/packs.js';
import type { Pictures } from '../../views/pdf/parts.js';
import DefencePack, { packTitle } from '../../views/pdf/defence-pack.js';

type PrintedPack = { bytes: Uint8Array; pages: number };

/** Turns a pack's facts and its approved document into one PDF. */
@Injectable()
export class PackPrinter {
  constructor(private readonly printer: PdfPrinter) {}

  /**
   * Prints a pack with the pictures of its exhibits, while the document is made ready, and embeds it.
   * @throws Error when a page of the document could not be placed, or as `ready` does
   */
  async print(pack: Pack, pictures: Pictures, ready: () => Promise<ReadyDocument | undefined>): Promise<PrintedPack> {
    const facts = pack.facts as PackFacts;
    const stamp = { generated_at: pack.createTs.toISOString(), inputs_sha256: pack.inputSha256 };
    const text = html(createElement(DefencePack, { facts, stamp, pictures }));
    const [own, document, { finish }] = await Promise.all([
      this.printer.print(text),
      ready(),
      // Loaded with the first pack: what writes PDFs is large.
      import('../platform/pdf/finish.js'),
    ]);
    const about = { title: packTitle(facts), author: facts.seller.name };
    if (!document) return finish(own, about);

    const letter = lettersOf(facts).document;
    const titles = Array.from({ length: document.pages }, (_, index) =>
      documentPageTitle(letter, index + 1, document.pages),
    );
    return finish(own, about, { document, titles, frame: documentFrame });
  }
}
