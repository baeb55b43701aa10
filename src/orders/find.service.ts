import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import type { FoundOrder } from '../shared/answers/find.js';
import { compactNumber, searchLetters, spokenPhone } from '../shared/find.js';
import { spelledId } from '../shared/typed.js';
import { encodeOrderId } from '../shared/order-id.js';
import { queueRows } from '../shared/order-queues.js';
import { allStatuses, type OrderStatus } from '../shared/order-statuses.js';
import { can } from '../shared/permissions.js';
import { FindQueries, type FoundFacts } from './find.queries.js';
import { hasTrigrams } from './lists.queries.js';

/** How many orders the command bar shows. */
const most = 10;

/** Finds orders from every screen (docs/screens.md#finding-an-order). */
@Injectable()
export class FindService {
  constructor(private readonly queries: FindQueries) {}

  /**
   * The orders that a text means, in every queue that the role sees: first those that it identifies, then by name and
   * passport number; when there are none, those that hold it anywhere.
   */
  async find(staff: Staff, typed: string): Promise<FoundOrder[]> {
    const text = searchLetters(typed);
    const statuses = seenBy(staff);
    const meanings = { id: spelledId(text), text, phone: spokenPhone(text), compact: compactNumber(text) };
    const [named, worded] = await Promise.all([
      this.queries.named(meanings, statuses, most),
      this.queries.worded(meanings, statuses, most),
    ]);
    const found = [...new Map([...named, ...worded].map((order) => [order.id, order])).values()];
    if (found.length === 0 && hasTrigrams(text)) found.push(...(await this.queries.containing(text, statuses, most)));
    return found.slice(0, most).map(toFound);
  }
}

/** The statuses of the queues that a role sees. */
function seenBy({ type }: Staff): OrderStatus[] {
  const seen = Object.values(queueRows).filter(({ see }) => can(type, see));
  return allStatuses.filter((status) =>
    seen.some(({ filter }) => 'everything' in filter || ('status' in filter && filter.status === status)),
  );
}

function toFound({ id, full_name, process_status, doa, assign_to }: FoundFacts): FoundOrder {
  return { order_id: id, encoded_id: encodeOrderId(id), full_name, process_status, doa, assign_to };
}
