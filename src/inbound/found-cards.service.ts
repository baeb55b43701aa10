import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { checkCard } from '../documents/card-file.js';
import { type CardMatch, compareCard } from '../documents/card-match.js';
import { submittedTraveller, travellerOf } from '../documents/card-traveller.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { sha256Of } from '../platform/sha256.js';
import { InboundQueries, type NewInboundFile } from './inbound.queries.js';

/** A file before it has a row; `text` is that of its pages. */
export type FoundFile = Omit<NewInboundFile, keyof Origin | 'verdict' | 'verdictNote'> & { text: string };
/** Which order a file is for, and the mail that it came with or the member whose script took it. */
type Origin = Pick<NewInboundFile, 'orderId' | 'mailId' | 'takenBy'>;

/** How many cards one sweep compares. */
const mostAtOnce = 20;

/**
 * The cards that came by mail (docs/mail.md#the-application-mailbox) or that the script took (docs/form.md#the-slip-and-the-visit-pass), and how
 * they compare with their orders.
 */
@Injectable()
export class FoundCardsService {
  private readonly log = new Logger('inbound');
  /** The last card that a sweep looked at: the next sweep goes on behind it, so that cards that can't be read hold up no other. */
  private last = 0;

  constructor(
    private readonly queries: InboundQueries,
    private readonly transactions: Transactions,
    private readonly storage: Storage,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Stores a file under the name of its hash, before it has a row. Two of the same bytes are one.
   * @param about what it is, `name` without its folder
   */
  async keep(
    bytes: Buffer,
    about: Pick<FoundFile, 'kind' | 'name' | 'contentType' | 'text'> & { ending: string },
  ): Promise<FoundFile> {
    const { ending, ...file } = about;
    const sha256 = sha256Of(bytes);
    const storageKey = `inbound/${sha256}.${ending}`;
    await this.storage.put(storageKey, bytes, file.contentType);
    return { ...file, storageKey, sha256, size: bytes.length };
  }

  /** Adds a file; a card with its verdict. The order stays as it is until the transaction ends. */
  async add({ text, ...file }: FoundFile, origin: Origin, manager: EntityManager): Promise<CardMatch | undefined> {
    const match = file.kind === 'card' ? await this.compare(text, origin.orderId, manager) : undefined;
    const { verdict = null, note: verdictNote = null } = match ?? {};
    await this.queries.addFile({ ...file, ...origin, verdict, verdictNote }, manager);
    return match;
  }

  /** The PIN that the authority gave an order last. */
  newestPin(orderId: number): Promise<string | undefined> {
    return this.queries.newestPin(orderId);
  }

  /**
   * Stores a slip before it has a row. @throws Refused 415 for what is no PDF that can be passed on; 503 when it could not be
   * read in time
   */
  async keepSlip(bytes: Buffer): Promise<FoundFile> {
    const { contentType, ending, text } = await checkCard(bytes);
    if (ending !== 'pdf') throw new Refused('A slip is a PDF.', 415);
    return this.keep(bytes, { kind: 'card', name: 'Slip.pdf', contentType, ending, text });
  }

  /**
   * Adds a slip to an order that the caller's transaction has locked, and marks the order. The same bytes are added once.
   * @returns how it compares with the order
   */
  async addSlip(slip: FoundFile, { id: orderId }: Order, by: Actor, manager: EntityManager): Promise<CardMatch> {
    const known = await this.queries.cardOf(orderId, slip.sha256, manager);
    if (known) return known;
    const match = (await this.add(slip, { orderId, mailId: null, takenBy: by.name }, manager))!;
    await this.queries.mark(orderId, 'card', manager);
    await this.activity.note(by, { orderId, action: 'slip.taken', to: match.verdict }, manager);
    return match;
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
