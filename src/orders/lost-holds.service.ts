import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import { DraftsService } from '../drafts/drafts.service.js';
import type { LostHold } from '../shared/answers/lost-holds.js';
import { toLostHold } from './lists.present.js';
import { LostHoldsQueries } from './lost-holds.queries.js';

/** How many lost holds are told at once; the next ones come with the next screen. */
const toldAtOnce = 500;

/** Tells members of the holds that colleagues took from them (docs/orders.md#holds). */
@Injectable()
export class LostHoldsService {
  constructor(
    private readonly queries: LostHoldsQueries,
    private readonly drafts: DraftsService,
  ) {}

  /** The holds that the member lost and was not told of, the first lost at the beginning. */
  async of(staff: Staff): Promise<LostHold[]> {
    const lost = await this.queries.lostBy(staff.id, toldAtOnce);
    const drafted = new Set(
      lost.length > 0
        ? await this.drafts.ordersAmong(
            staff,
            lost.map(({ orderId }) => orderId),
          )
        : [],
    );
    return lost.map((hold) => toLostHold(hold, drafted.has(hold.orderId)));
  }

  /** Notes that the member was told of these and all before. */
  told(staff: Staff, upTo: number): Promise<void> {
    return this.queries.told(staff.id, upTo);
  }
}
