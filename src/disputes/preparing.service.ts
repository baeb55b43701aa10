import { Injectable } from '@nestjs/common';
import { system } from '../activity/actor.js';
import { packWording } from '../packs/pack-wording.js';
import { PacksService } from '../packs/packs.service.js';
import { Refused } from '../platform/reply.js';
import { PreparingQueries } from './preparing.queries.js';

/** How long the records of a dispute have to be quiet before its pack is made, in seconds. */
const quietSeconds = 20;
/** The most disputes that one run looks at anew, and the most packs that it asks for. */
const [mostChanged, mostMade] = [500, 5];

/**
 * Makes the packs of waiting disputes before anybody opens them, and again after a release that changed the wording
 * (docs/disputes.md#disputes).
 */
@Injectable()
export class PreparingService {
  constructor(
    private readonly queries: PreparingQueries,
    private readonly packs: PacksService,
  ) {}

  /**
   * Asks for the packs of disputes that opened, or whose records or wording changed; they are made behind all others, a few
   * in each run.
   * @param wording of the programs that write packs
   */
  async prepareDue(quiet = quietSeconds, wording = packWording()): Promise<void> {
    await this.queries.noteChanged(mostChanged, wording);
    for (const { disputeId, orderId } of await this.queries.due(quiet, mostMade)) {
      const packId = await this.packs.askLater(system, { orderId, disputeId }, 'nobody').catch((error: unknown) => {
        if (error instanceof Refused) return undefined;
        throw error;
      });
      if (packId !== undefined) await this.packs.discardAhead(disputeId, packId);
      await this.queries.noteDone(disputeId);
    }
  }
}
