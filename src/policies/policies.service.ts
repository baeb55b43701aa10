import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { EntityManager } from 'typeorm';
import type { Order } from '../database/order.entity.js';
import type { Policy } from '../database/policy.entity.js';
import { Transactions } from '../database/transactions.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import type { PolicyEntry, PolicyText } from '../shared/answers/policies.js';
import { type Brand, brandOf } from '../shared/brands.js';
import type { AddPolicy } from '../shared/policies.js';
import {
  allPolicyKinds,
  type ComparedLine,
  type PolicyKind,
  policyKinds,
  type PolicyLink,
} from '../shared/policy-kinds.js';
import { routes } from '../shared/routes.js';
import { compared } from './compared.js';
import { toPolicy, toPolicyText } from './policies.present.js';
import { PoliciesQueries, type PolicyHead } from './policies.queries.js';

/** What an order was bought under; null where no text is on record. */
type TextsInForce = Record<PolicyKind, Policy | null>;

/** What an order tells of the texts that it was bought under. */
type BoughtUnder = Pick<Order, 'landingDomain' | 'termsVersion' | 'termsAcceptedAt'>;

/** The texts that customers buy under (docs/evidence.md#policies). */
@Injectable()
export class PoliciesService {
  constructor(
    private readonly queries: PoliciesQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly env: Env,
  ) {}

  /** All versions, by brand and kind, the newest first. */
  async list(): Promise<PolicyEntry[]> {
    return (await this.queries.heads()).map(toPolicy);
  }

  /** The brands that have texts of their own. */
  brands(): { key: string; name: string }[] {
    return this.env.brands.map(({ key, name }) => ({ key, name }));
  }

  /** @throws Refused 404 when there is no such version. */
  async text(id: number): Promise<PolicyText> {
    const policy = await this.queries.policyById(id);
    if (!policy) throw noSuchPolicy();
    return toPolicyText(policy);
  }

  /** A version for its public page. @throws Refused 404 for an unknown brand, kind or version. */
  async published(brand: string, kind: string, version: string): Promise<PolicyText> {
    const named = allPolicyKinds.find((one) => policyKinds[one].slug === kind);
    const policy = named && (await this.queries.byVersion(brand, named, version));
    if (!policy) throw noSuchPolicy();
    return toPolicyText(policy);
  }

  /** Two versions and their lines side by side. @throws Refused 404. */
  async compare(
    before: number,
    after: number,
  ): Promise<{ before: PolicyText; after: PolicyText; lines: ComparedLine[] }> {
    const [one, other] = await Promise.all([this.text(before), this.text(after)]);
    return { before: one, after: other, lines: compared(one.text, other.text) };
  }

  /**
   * Adds a version. The versions before it stay.
   * @throws Refused 409 when the brand has one of this kind with this version or first day, 422 for an unknown brand.
   */
  async add(staff: Staff, { brand, kind, version, text, validFrom }: AddPolicy): Promise<void> {
    if (!this.env.brands.some(({ key }) => key === brand)) throw Refused.input({ brand: 'Please choose a brand.' });

    const sha256 = sha256Of(text);
    await this.transactions.run(async (manager) => {
      if (!(await this.queries.add({ brand, kind, version, text, validFrom, sha256, addedBy: staff.name }, manager))) {
        throw new Refused('There is already a text of this brand and kind with this version or first day', 409);
      }
      const to = `${brand} ${kind} ${version}`;
      await this.activity.note(staff, { orderId: null, action: 'policy.added', to, note: sha256 }, manager);
    });
  }

  /**
   * The texts that an order was bought under: the terms by the version that the shop sent, refund policy and disclosure by
   * the day on which the terms were accepted.
   */
  async of(order: BoughtUnder, manager?: EntityManager): Promise<TextsInForce> {
    const { key } = brandOf(this.env.brands, order.landingDomain);
    const { termsVersion, termsAcceptedAt } = order;
    const day = termsAcceptedAt?.toISOString().slice(0, 10);
    // one after the other, because a transaction has one connection
    return {
      terms: termsVersion ? await this.queries.byVersion(key, 'terms', termsVersion, manager) : null,
      refund: day ? await this.queries.inForce(key, 'refund', day, manager) : null,
      disclosure: day ? await this.queries.inForce(key, 'disclosure', day, manager) : null,
    };
  }

  /** Links to the texts that an order was bought under, where they are on record. */
  async linksOf(order: BoughtUnder, manager?: EntityManager): Promise<PolicyLink[]> {
    const texts = await this.of(order, manager);
    return allPolicyKinds.flatMap((kind) => {
      const policy = texts[kind];
      if (!policy) return [];
      const { brand, version } = policy;
      return [{ kind, version, path: routes.policy(brand, policyKinds[kind].slug, version) }];
    });
  }

  /** For many orders at once: whether the terms' version and a refund policy are on record. */
  async onRecord(orders: BoughtUnder[]): Promise<{ terms: boolean; refund: boolean }[]> {
    const heads = await this.queries.heads();
    const has = (brand: Brand, kind: PolicyKind, holds: (head: PolicyHead) => boolean) =>
      heads.some((head) => head.brand === brand.key && head.kind === kind && holds(head));
    return orders.map(({ landingDomain, termsVersion, termsAcceptedAt }) => {
      const brand = brandOf(this.env.brands, landingDomain);
      const day = termsAcceptedAt?.toISOString().slice(0, 10);
      return {
        terms: termsVersion !== null && has(brand, 'terms', ({ version }) => version === termsVersion),
        refund: day !== undefined && has(brand, 'refund', ({ validFrom }) => validFrom <= day),
      };
    });
  }
}

function noSuchPolicy(): Refused {
  return new Refused('There is no such text.', 404);
}
