import { Injectable, Logger } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { DisputesService } from '../disputes/disputes.service.js';
import { VersionsService } from '../disputes/versions.service.js';
import { EvidenceFilesService } from '../packs/evidence-files.service.js';
import { PacksService } from '../packs/packs.service.js';
import type { Attempt } from '../platform/jobs.js';
import { type Answer, AnswersQueries } from './answers.queries.js';
import { AccountsService } from './accounts.service.js';
import { StripeClient } from './stripe.client.js';

/** The most bytes that Stripe takes of all files together. */
const mostBytes = 4.5 * 1024 * 1024;

/** Stripe's words for a dispute that can be answered. */
const answerable = ['needs_response', 'warning_needs_response'];

type EvidenceFile = {
  field: 'uncategorized_file' | 'service_documentation' | 'receipt';
  name: string;
  bytes: Uint8Array;
};

/** The kinds of files that Stripe takes. */
const isTaken = ({ name }: { name: string }) => /\.(?:pdf|jpe?g|png)$/i.test(name);

/**
 * Sends answers to Stripe, in the worker. A call may be lost with its answer, or the process end in between: so before
 * every call the dispute is read from Stripe, which keeps with it what it took (docs/disputes.md#answers-at-stripe).
 */
@Injectable()
export class SendingAnswersService {
  private readonly log = new Logger('stripe');

  constructor(
    private readonly queries: AnswersQueries,
    private readonly disputes: DisputesService,
    private readonly versions: VersionsService,
    private readonly packs: PacksService,
    private readonly files: EvidenceFilesService,
    private readonly accounts: AccountsService,
    private readonly client: StripeClient,
  ) {}

  /** Stages or submits an answer that waits for it; another one is left alone. */
  async sendNow(answerId: number, { last }: Attempt): Promise<void> {
    const answer = await this.queries.answerById(answerId);
    if (!answer || (answer.state !== 'staging' && answer.state !== 'submitting')) return;

    try {
      await this.send(answer);
    } catch (error) {
      const refusal = await this.client.refusalOf(error);
      if (refusal !== undefined) return this.refuse(answer, refusal);

      await this.queries.change(answer.id, [answer.state], { inDoubt: true, failure: 'Stripe did not answer.' });
      this.log.warn({ answer: answer.id, last, error: String(error) }, 'no answer of Stripe');
      throw error;
    }
  }

  private async send(answer: Answer): Promise<void> {
    const { caseId, orderId } = await this.disputes.find(answer.disputeId);
    const { stripe, dispute: remote } = await this.accounts.remote(caseId!);
    if (has(remote, answer)) return this.settle(answer);
    if (!answerable.includes(remote.status)) {
      return this.refuse(answer, `Stripe says that the dispute is ${remote.status}: it takes no answer.`);
    }

    const files = await this.upload(stripe, answer, orderId);
    const submit = answer.state === 'submitting';
    await stripe.disputes.update(
      caseId!,
      {
        evidence: { ...(await this.emptied(answer)), ...answer.evidence, ...files },
        submit,
        metadata: metadataOf(answer),
      },
      { idempotencyKey: keyOf(answer, answer.state) },
    );
    await this.settle(answer);
  }

  /** Stripe keeps each field until another value comes: what only an answer before had is taken out of it. */
  private async emptied(answer: Answer): Promise<Record<string, ''>> {
    return Object.fromEntries((await this.queries.fieldsBefore(answer)).map((field) => [field, '']));
  }

  /** Uploads what Stripe doesn't have yet; each id is kept at once. */
  private async upload(stripe: Stripe, answer: Answer, orderId: number): Promise<Record<string, string>> {
    const files = { ...answer.files };
    if (answer.state === 'submitting') return files;

    for (const { field, name, bytes } of await this.filesOf(answer, orderId)) {
      if (files[field]) continue;
      const file = { data: bytes, name, type: 'application/octet-stream' };
      const { id } = await stripe.files.create(
        { purpose: 'dispute_evidence', file },
        { idempotencyKey: keyOf(answer, field) },
      );
      files[field] = id;
      await this.queries.change(answer.id, [answer.state], { files });
    }
    return files;
  }

  /**
   * The pack; beside it the card and the invoice that was sent, where they fit. The pack has the card in it, so nothing is
   * lost without. A card that came after this version of the pack is not the one that it speaks of.
   */
  private async filesOf({ packId }: Answer, orderId: number): Promise<EvidenceFile[]> {
    const [pack, facts, card, invoice] = await Promise.all([
      this.versions.file(packId),
      this.packs.printed(orderId, packId),
      this.files.card(orderId),
      this.files.invoice(orderId),
    ]);
    const files: EvidenceFile[] = [{ field: 'uncategorized_file', name: pack.name, bytes: pack.bytes }];
    const beside = [
      ...('bytes' in card && card.sha256 === facts?.document?.sha256
        ? [{ field: 'service_documentation' as const, ...card }]
        : []),
      ...('bytes' in invoice ? [{ field: 'receipt' as const, ...invoice }] : []),
    ];
    let room = mostBytes - pack.bytes.length;
    for (const file of beside.filter(isTaken)) {
      if (file.bytes.length > room) continue;
      room -= file.bytes.length;
      files.push(file);
    }
    return files;
  }

  private async settle(answer: Answer): Promise<void> {
    const now = new Date();
    const known = { inDoubt: false, failure: null };
    if (answer.state === 'staging') {
      await this.queries.change(answer.id, ['staging'], { ...known, state: 'staged', stagedAt: now });
      return;
    }
    await this.versions.submitted(answer.submittedBy!, answer.disputeId, answer.packId, (manager) =>
      this.queries
        .change(answer.id, ['submitting'], { ...known, state: 'submitted', submittedAt: now }, manager)
        .then(() => undefined),
    );
  }

  /**
   * Notes that Stripe refused a call. An answer that could not be staged has failed; one that could not be submitted is
   * still staged.
   */
  private async refuse(answer: Answer, failure: string): Promise<void> {
    const state = answer.state === 'staging' ? 'failed' : 'staged';
    const tries = answer.tries + (state === 'staged' ? 1 : 0);
    await this.queries.change(answer.id, [answer.state], { state, failure, tries, inDoubt: false });
  }
}

/** What Stripe keeps beside the evidence: which answer of ours it has, and which one it submitted. */
function metadataOf({ sha256, state }: Answer): Record<string, string> {
  return { desk_answer: sha256, ...(state === 'submitting' && { desk_submitted: sha256 }) };
}

function has({ metadata }: Stripe.Dispute, answer: Answer): boolean {
  return Object.entries(metadataOf(answer)).every(([name, value]) => metadata[name] === value);
}

/** The same for each repetition of the same call. */
function keyOf({ id, sha256, tries }: Answer, part: string): string {
  return `desk-answer-${id}-${sha256.slice(0, 20)}-${tries}-${part}`;
}
