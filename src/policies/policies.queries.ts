import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Policy } from '../database/policy.entity.js';
import type { PolicyKind } from '../shared/policy-kinds.js';

/** A version without its text. */
export type PolicyHead = Omit<Policy, 'text'>;

/** The most versions that are listed. */
const mostListed = 1000;

@Injectable()
export class PoliciesQueries {
  constructor(private readonly database: DataSource) {}

  /** All versions without their texts, by brand and kind, the newest first. */
  heads(): Promise<PolicyHead[]> {
    return this.database.getRepository(Policy).find({
      select: {
        id: true,
        brand: true,
        kind: true,
        version: true,
        validFrom: true,
        sha256: true,
        addedBy: true,
        createTs: true,
      },
      order: { brand: 'ASC', kind: 'ASC', validFrom: 'DESC' },
      take: mostListed,
    });
  }

  policyById(id: number): Promise<Policy | null> {
    return this.database.getRepository(Policy).findOneBy({ id });
  }

  byVersion(
    brand: string,
    kind: PolicyKind,
    version: string,
    manager: EntityManager = this.database.manager,
  ): Promise<Policy | null> {
    return manager.findOneBy(Policy, { brand, kind, version });
  }

  /** The version in force on a day `YYYY-MM-DD`; null before the first one. */
  async inForce(
    brand: string,
    kind: PolicyKind,
    day: string,
    manager: EntityManager = this.database.manager,
  ): Promise<Policy | null> {
    return manager
      .getRepository(Policy)
      .createQueryBuilder('p')
      .where('p.brand = :brand AND p.kind = :kind AND p.valid_from <= :day', { brand, kind, day })
      .orderBy('p.valid_from', 'DESC')
      .limit(1)
      .getOne();
  }

  /** Adds a version; false when the brand has one of this kind with the same name or first day. */
  async add(
    policy: Pick<Policy, 'brand' | 'kind' | 'version' | 'text' | 'validFrom' | 'sha256' | 'addedBy'>,
    manager: EntityManager,
  ): Promise<boolean> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(Policy)
      .values(policy)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as unknown[]).length > 0;
  }
}
