import { Injectable } from '@nestjs/common';
import type { Neighbours } from '../database/beside.js';
import type { Dispute } from '../database/dispute.entity.js';
import { PacksService } from '../packs/packs.service.js';
import { PoliciesService } from '../policies/policies.service.js';
import type { DisputeCase, DisputeRow } from '../shared/answers/disputes.js';
import { isCompellingAsked } from '../shared/compelling-evidence.js';
import { categoryRows } from '../shared/dispute-reasons.js';
import { type DisputeFilter, disputeStates, type DisputeState, waitingStates } from '../shared/dispute-states.js';
import type { DisputesQuery } from '../shared/disputes.js';
import { toCompelling, toDispute, toDisputeRow } from './disputes.present.js';
import { DisputesQueries } from './disputes.queries.js';
import { adviceFor, missingOf, proofsFor, type TextsOnRecord } from './proofs.js';
import { type ProofFacts, ProofsQueries } from './proofs.queries.js';

/** From how many decided disputes of a category on their outcomes are shown. */
const enoughOutcomes = 20;

type Known = { facts: ProofFacts; texts: TextsOnRecord };

/** Disputes as members read them: with what their answers can show, and what they lack (docs/disputes.md#disputes). */
@Injectable()
export class CasesService {
  constructor(
    private readonly queries: DisputesQueries,
    private readonly proofs: ProofsQueries,
    private readonly policies: PoliciesService,
    private readonly packs: PacksService,
  ) {}

  /** A page of disputes by reply-by date, and how many there are. */
  async list({ state, page, limit }: DisputesQuery): Promise<{ rows: DisputeRow[]; total: number }> {
    const states = statesOf(state);
    const [found, total] = await Promise.all([
      this.queries.page(states, (page - 1) * limit, limit),
      this.queries.count(states),
    ]);
    const known = await this.knownOf(found.filter(({ state: is }) => disputeStates[is].waits));
    const rows = found.map((dispute) => {
      const facts = known.get(dispute.id);
      return toDisputeRow(dispute, facts ? missingOf(proofsFor(dispute.category, facts.facts, facts.texts)) : []);
    });
    return { rows, total };
  }

  /** The disputes of other orders beside this one in the list; the order's first unless `rowId` names one. */
  beside(orderId: number, rowId: number | undefined, state: DisputeFilter): Promise<Neighbours> {
    return this.queries.beside(orderId, rowId, statesOf(state));
  }

  /** How many disputes wait for an answer. */
  waiting(): Promise<number> {
    return this.queries.waitingCount();
  }

  /** The disputes of an order with what helps and what is missing, the oldest first. */
  async ofOrder(orderId: number): Promise<DisputeCase[]> {
    return this.casesOf(await this.queries.ofOrder(orderId));
  }

  async casesOf(disputes: Dispute[]): Promise<DisputeCase[]> {
    const known = await this.knownOf(disputes);
    return Promise.all(
      disputes.map(async (dispute): Promise<DisputeCase> => {
        const { facts, texts } = known.get(dispute.id)!;
        const proofs = proofsFor(dispute.category, facts, texts);
        const outcomes = await this.queries.outcomes(dispute.category);
        const isAsked = isCompellingAsked(dispute.network, dispute.reasonCode);
        return {
          ...toDispute(dispute),
          asks: categoryRows[dispute.category].asks,
          proofs,
          compelling: isAsked ? toCompelling(await this.packs.compellingOf(dispute.orderId)) : null,
          advice: adviceFor(facts, proofs),
          record: outcomes.won + outcomes.lost >= enoughOutcomes ? outcomes : null,
        };
      }),
    );
  }

  private async knownOf(disputes: Dispute[]): Promise<Map<number, Known>> {
    const found = await this.proofs.of(disputes.map(({ id }) => id));
    const facts = [...found.values()];
    const texts = await this.policies.onRecord(facts);
    return new Map(facts.map((one, index) => [one.disputeId, { facts: one, texts: texts[index]! }]));
  }
}

/** The states that a filter of the list means; none means all. */
function statesOf(filter: DisputeFilter): DisputeState[] {
  if (filter === 'all') return [];
  return filter === 'waiting' ? waitingStates : [filter];
}
