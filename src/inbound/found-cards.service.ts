import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import { checkCard } from '../documents/card-file.js';
import { type CardMatch, compareCard } from '../documents/card-match.js';
import { submittedTraveller, travellerOf } from '../documents/card-traveller.js';
import { Storage } from '../platform/storage.js';
import { InboundQueries, type NewInboundFile } from './inbound.queries.js';

/** A file of a mail before it has a row; `text` is that of its pages. */
export type FoundFile = Omit<NewInboundFile, 'mailId' | 'orderId' | 'verdict' | 'verdictNote'> & { text: string };

/** How many cards one sweep compares. */
const mostAtOnce = 20;

/** The cards that came by mail, and how they compare with their orders (docs/mail.md#the-application-mailbox). */
@Injectable()
export class FoundCardsService {
  private readonly log = new Logger('inbound');
  /** The last card that a sweep looked at: the next sweep goes on behind it, so that cards that can't be read hold up no other. */
  private last = 0;

  constructor(
    private readonly queries: InboundQueries,
    private readonly transactions: Transactions,
    private readonly storage: Storage,
  ) {}

  /** Adds a file of a mail; a card with its verdict. The order stays as it is until the transaction ends. */
  async add({ text, ...file }: FoundFile, mailId: number, orderId: number, manager: EntityManager): Promise<void> {
    const match = file.kind === 'card' ? await this.compare(text, orderId, manager) : undefined;
    const { verdict = null, note: verdictNote = null } = match ?? {};
    await this.queries.addFile({ ...file, mailId, orderId, verdict, verdictNote }, manager);
  }

  /** Compares the cards whose order was amended since they came. One that can't be read now is left for the next sweep. */
  async compareAnew(): Promise<void> {
    const cards = await this.queries.toCompare(this.last, mostAtOnce);
    this.last = cards.length === mostAtOnce ? cards.at(-1)!.id : 0;
    for (const { id, orderId, storageKey } of cards) {
      try {
        const { text } = await checkCard(Buffer.from(await this.storage.read(storageKey)));
        await this.transactions.run(async (manager) => {
          await this.queries.compared(id, await this.compare(text, orderId, manager), manager);
        });
      } catch (error) {
        this.log.warn({ inboundFileId: id, error: String(error) }, 'found card not compared');
      }
    }
  }

  private async compare(text: string, orderId: number, manager: EntityManager): Promise<CardMatch> {
    const order = await this.queries.orderOf(orderId, manager);
    return compareCard(text, travellerOf(order), submittedTraveller(order));
  }
}
