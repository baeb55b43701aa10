import { Injectable } from '@nestjs/common';
import type { Staff } from '../auth/staff.js';
import { can } from '../shared/permissions.js';
import { passportHider } from './hidden-passport.js';
import { type PassportsOfOrder, PassportsQueries } from './passports.queries.js';

/** A text, or rows of an order with texts in them, as a member may read them. */
type HidePassports = <Value>(orderId: number, value: Value) => Value;

/** Hides passport numbers in what customers and members wrote (docs/people.md#passport-numbers). */
@Injectable()
export class PassportsService {
  constructor(private readonly queries: PassportsQueries) {}

  /**
   * Returns a function that hides the passport numbers of these orders, except their ends. For a member who may see
   * them it changes nothing.
   */
  async hiderFor({ type }: Pick<Staff, 'type'>, orderIds: number[]): Promise<HidePassports> {
    if (can(type, 'passports.see') || orderIds.length === 0) return (_orderId, value) => value;

    const known = await this.hidersOf(orderIds);
    return (orderId, value) => {
      const hide = known.get(orderId);
      return hide ? mapTexts(value, hide) : value;
    };
  }

  /** What leaves of an order's passport number, and of those it had before, the ends alone in a text that goes to a bank. */
  async hiderForBank(orderId: number): Promise<(text: string) => string> {
    return (await this.hidersOf([orderId])).get(orderId)!;
  }

  private async hidersOf(orderIds: number[]): Promise<Map<number, (text: string) => string>> {
    const orders = await this.queries.ofOrders(orderIds);
    return new Map(orders.map((order) => [order.id, passportHider(numbersOf(order))]));
  }
}

/** The numbers that an order has or had. Of a number that was amended only the end is on record. */
function numbersOf({ number, submitted, ends }: PassportsOfOrder): { numbers: string[]; ends: string[] } {
  const sent = submitted?.fields.find(({ id }) => id === 'passNo')?.value;
  return {
    numbers: [...new Set([number, ...(sent ? [sent] : [])])],
    ends: [...new Set(ends.filter((end) => end.length > 2))],
  };
}

/** The fields of rows that hold what somebody wrote. Times and ids are left alone. */
const written = new Set(['remark', 'text', 'note', 'from', 'to', 'subject', 'name', 'not_kept', 'override_reason']);

/** A text changed, or rows whose written fields are. */
function mapTexts<Value>(value: Value, change: (text: string) => string, name = 'text'): Value {
  if (typeof value === 'string') return (written.has(name) ? change(value) : value) as Value;
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change)) as Value;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change, key)])) as Value;
}
