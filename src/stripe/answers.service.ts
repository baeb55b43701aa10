import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Dispute } from '../database/dispute.entity.js';
import { DisputesService, nameOf, refuseStaleDispute } from '../disputes/disputes.service.js';
import { evidenceOf } from '../disputes/processor-evidence.js';
import { VersionsService } from '../disputes/versions.service.js';
import { HoldingService } from '../orders/holding.service.js';
import { PacksService } from '../packs/packs.service.js';
import { Jobs } from '../platform/job-queues.js';
import { Refused } from '../platform/reply.js';
import { sha256Of } from '../platform/sha256.js';
import type { StripeEvidence } from '../shared/answers/evidence.js';
import { disputeStates } from '../shared/dispute-states.js';
import type { StageAnswer, StripeAnswer, SubmitAnswer } from '../shared/stripe.js';
import { isStripeCase } from '../shared/stripe-cases.js';
import { AccountsService } from './accounts.service.js';
import { toAnswer } from './answers.present.js';
import { type Answer, AnswersQueries } from './answers.queries.js';

/** After this many seconds an answer under way counts as forgotten. */
const forgottenSeconds = 120;

/** Answers to disputes that Stripe takes to the bank (docs/disputes.md#answers-at-stripe). */
@Injectable()
export class AnswersService {
  constructor(
    private readonly queries: AnswersQueries,
    private readonly disputes: DisputesService,
    private readonly versions: VersionsService,
    private readonly packs: PacksService,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly accounts: AccountsService,
    private readonly jobs: Jobs,
  ) {}

  /** Whether answers can be sent to Stripe at all. */
  async isSetUp(): Promise<boolean> {
    return (await this.accounts.withKey()).length > 0;
  }

  /** The newest answer of each of these disputes that has one. */
  async newestOf(disputeIds: number[]): Promise<StripeAnswer[]> {
    return disputeIds.length === 0 ? [] : (await this.queries.newest(disputeIds)).map(toAnswer);
  }

  /** The newest answer of a dispute, null when none was staged. @throws Refused 404. */
  async of(disputeId: number): Promise<StripeAnswer | null> {
    await this.disputes.find(disputeId);
    return (await this.newestOf([disputeId]))[0] ?? null;
  }

  /**
   * Stages a version of a pack with Stripe: its texts and files, which Stripe keeps and doesn't send. The same version
   * again changes nothing while it is staged; another one takes its place. A dispute that waits again after an answer was
   * submitted, because the bank asked anew, is answered anew.
   * @throws Refused 404; 409 stale, no dispute of Stripe's, not waiting, no version of this order, or one under way; 503
   * without a key of Stripe's, or when the version can't be read.
   */
  async stage(staff: Staff, disputeId: number, { packId, version }: StageAnswer): Promise<StripeAnswer> {
    await this.needKey();
    const { orderId } = await this.disputes.find(disputeId);
    const facts = await this.packs.printed(orderId, packId);
    if (!facts) throw new Refused('This version is not one of this order', 409);
    const { sha256: pack } = await this.versions.file(packId);
    const { evidence } = evidenceOf(facts);
    const id = await this.holding.locked(orderId, async (_order, manager) => {
      const dispute = await this.disputes.find(disputeId, manager);
      refuseStaleDispute(dispute, version);
      refuseUnanswerable(dispute);
      const [last] = await this.queries.newest([disputeId], manager);
      const sha256 = hashOf(evidence, pack, await this.queries.submittedTo(disputeId, manager));
      if (last && isGoing(last) && (!last.inDoubt || last.sha256 !== sha256)) throw underWay();
      if (last?.sha256 === sha256 && last.packId === packId) {
        // one that is in doubt is looked at again, one that was refused is tried anew, one that is staged is left alone
        if (last.state === 'failed') {
          const anew = { state: 'staging', failure: null, tries: last.tries + 1, askedAt: new Date() } as const;
          await this.queries.change(last.id, ['failed'], anew, manager);
        }
        return last.id;
      }
      const added = { disputeId, packId, evidence, sha256, stagedBy: staff.name };
      const note = `${nameOf(dispute)}: version ${packId}`;
      await this.activity.note(staff, { orderId, action: 'dispute.staged', to: 'Stripe', note }, manager);
      return this.queries.add(added, manager);
    });
    return this.going(id);
  }

  /**
   * Submits what is staged. Stripe takes one answer each time that the bank asks, once.
   * @throws Refused 404; 409 stale, not waiting, not the answer that is staged, or one under way; 503 without a key.
   */
  async submit(staff: Staff, disputeId: number, { answerId, version }: SubmitAnswer): Promise<StripeAnswer> {
    await this.needKey();
    const { orderId } = await this.disputes.find(disputeId);
    await this.holding.locked(orderId, async (_order, manager) => {
      const dispute = await this.disputes.find(disputeId, manager);
      refuseStaleDispute(dispute, version);
      refuseUnanswerable(dispute);
      const [last] = await this.queries.newest([disputeId], manager);
      if (last?.id !== answerId) throw new Refused('This is not the answer that is staged', 409);
      // one that is in doubt is looked at again
      if (last.state === 'submitting' && last.inDoubt) return;
      if (last.state !== 'staged') throw isGoing(last) ? underWay() : new Refused('The answer is not staged', 409);

      const to = { state: 'submitting', failure: null, submittedBy: staff.name, askedAt: new Date() } as const;
      await this.queries.change(answerId, ['staged'], to, manager);
      const note = `${nameOf(dispute)}: version ${last.packId}`;
      await this.activity.note(staff, { orderId, action: 'dispute.submitting', to: 'Stripe', note }, manager);
    });
    return this.going(answerId);
  }

  /** Gives answers that were forgotten a job again. */
  async sweep(): Promise<void> {
    if (!(await this.isSetUp())) return;
    for (const answer of await this.queries.forgotten(forgottenSeconds, 100)) await this.sendLater(answer);
  }

  private async going(id: number): Promise<StripeAnswer> {
    const answer = (await this.queries.answerById(id))!;
    if (isGoing(answer)) await this.sendLater(answer);
    return toAnswer(answer);
  }

  /**
   * Each step and each try has a job key of its own. With the same key the queue would drop the job while the one
   * before is ending.
   */
  private sendLater({ id, state, tries }: Answer): Promise<void> {
    return this.jobs.later('stripe.answer', { answerId: id }, `${id}-${state}-${tries}`);
  }

  private async needKey(): Promise<void> {
    if (await this.isSetUp()) return;
    throw new Refused('No account has a secret key. Without it nothing can be sent to Stripe.', 503);
  }
}

/** Tells answers apart, also the same one that is given again because the bank asked anew. */
function hashOf(evidence: StripeEvidence, pack: string, submitted: number): string {
  const again = submitted === 0 ? '' : ` ${submitted}`;
  return sha256Of(`${JSON.stringify(evidence)} ${pack}${again}`);
}

function isGoing({ state }: Pick<Answer, 'state'>): boolean {
  return state === 'staging' || state === 'submitting';
}

function underWay(): Refused {
  return new Refused('An answer is on its way to Stripe. Please wait for it.', 409);
}

function refuseUnanswerable(dispute: Dispute): void {
  if (!isStripeCase(dispute.caseId))
    throw new Refused('Only a dispute of Stripe’s (dp_…, du_…) can be answered there', 409);
  if (disputeStates[dispute.state].waits) return;
  throw new Refused(`Dispute is ${disputeStates[dispute.state].label} and waits for no answer`, 409);
}
