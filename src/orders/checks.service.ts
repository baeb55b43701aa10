import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { kualaLumpurToday } from '../shared/dates.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import { formOf } from '../platform/form/authority-form.js';
import { Env } from '../platform/env.js';
import type { FormField } from '../shared/authority-form.js';
import { type CheckFacts, type CheckId, failedChecks } from '../shared/order-checks.js';
import { readZone } from '../shared/mrz.js';
import { isCallable } from '../platform/phone.js';
import { valuesOf } from './amend.js';
import { type CheckedOrder, ChecksQueries } from './checks.queries.js';

export type { CheckedOrder } from './checks.queries.js';

/** How many orders one pass of the job reads at a time. */
const batch = 200;

/** Finds what would go wrong at the authority or at the airline (docs/form.md#checks-before-submission). */
@Injectable()
export class ChecksService {
  constructor(
    private readonly queries: ChecksQueries,
    private readonly env: Env,
  ) {}

  /** The checks that each of these orders fails today. An order that is not stored yet has no id. */
  async of(orders: CheckedOrder[], manager?: EntityManager): Promise<CheckId[][]> {
    const doubled = await this.queries.doubled(orders, manager);
    const today = kualaLumpurToday();
    return orders.map((order, at) => {
      const nationality = nationalityCode(order.nationality);
      return failedChecks({
        name: order.fullName,
        passport: order.passportNo,
        // null in erased orders alone, which are not checked
        expiry: order.passportExpiry ?? '',
        mrz: order.mrz ?? null,
        zoneNationality: nationalityCode(readZone(order.mrz ?? '')?.nationality ?? '') ?? null,
        nationality: nationality ?? order.nationality,
        // like the expiry, null in erased orders alone
        born: order.dob ?? '',
        sex: order.sex ?? '',
        isNationality: nationality !== undefined,
        arrival: order.doa,
        departure: order.dod ?? null,
        mode: order.modeOfTravel ?? null,
        postCode: order.postCode ?? null,
        callable: isCallable(order.phoneCode ?? '', order.phoneNumber ?? ''),
        email: order.contactEmailAddress,
        form: this.marksOf(order, today),
        doubled: doubled.has(at),
        today,
      });
    });
  }

  /** Which of the values that are there the authority's form refuses, and which are to be looked at. */
  private marksOf(order: CheckedOrder, today: string): CheckFacts['form'] {
    const fields = formOf(order, valuesOf(order), this.env, today);
    const isThere = ({ value, sent }: FormField) => value !== '' || sent !== null;
    return {
      refused: fields.filter((field) => field.fault !== null && isThere(field)).map(({ id }) => id),
      noted: fields.filter(({ note }) => note !== null).map(({ id }) => id),
    };
  }

  /**
   * Marks the other open orders of these journeys as ordered twice, or takes the mark from them, in the transaction that
   * stored the journeys.
   */
  async ofOthers(journeys: Pick<CheckedOrder, 'passportNo' | 'doa'>[], manager: EntityManager): Promise<void> {
    if (journeys.length > 0) await this.queries.markDoubled(journeys, manager);
  }

  /**
   * Checks every order that is not settled, in batches, and clears what settled orders failed. Writes only what changed; an
   * order that was changed meanwhile is left to whoever changed it.
   * @returns how many orders it wrote
   */
  async checkAll(): Promise<number> {
    let [written, after] = [await this.queries.clearSettled(batch), 0];
    for (;;) {
      const orders = await this.queries.open(after, batch);
      const found = await this.of(orders);
      const changed = orders.flatMap(({ id, version, checks }, at) =>
        checks.join() === found[at]!.join() ? [] : [{ id, version, checks: found[at]! }],
      );
      if (changed.length > 0) written += await this.queries.save(changed);
      if (orders.length < batch) return written;
      after = orders.at(-1)!.id;
    }
  }
}
