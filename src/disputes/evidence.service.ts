import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Dispute } from '../database/dispute.entity.js';
import { MailService } from '../mail/mail.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { EvidenceFilesService } from '../packs/evidence-files.service.js';
import { PacksService } from '../packs/packs.service.js';
import { Refused } from '../platform/reply.js';
import { fileNamePart, zipped, type ZippedFile } from '../platform/zip.js';
import { PoliciesService } from '../policies/policies.service.js';
import type { DisputeEvidence } from '../shared/answers/evidence.js';
import { cardKinds } from '../shared/card-kinds.js';
import { formatMomentSeconds } from '../shared/dates.js';
import type { MailEntry } from '../shared/mail.js';
import { policyKinds } from '../shared/policy-kinds.js';
import { DisputesService, nameOf } from './disputes.service.js';
import { evidenceOf } from './processor-evidence.js';
import { VersionsService } from './versions.service.js';

/** The evidence of a dispute for those who process it: as fields, and as files (docs/disputes.md#evidence-for-stripe). */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly disputes: DisputesService,
    private readonly orders: OrdersService,
    private readonly packs: PacksService,
    private readonly files: EvidenceFilesService,
    private readonly versions: VersionsService,
    private readonly mail: MailService,
    private readonly policies: PoliciesService,
    private readonly activity: ActivityService,
  ) {}

  /** The fields of Stripe's evidence, from the facts that a pack would print now. @throws Refused 404. */
  async of(id: number): Promise<DisputeEvidence> {
    const { orderId } = await this.disputes.find(id);
    const facts = await this.packs.details({
      orderId,
      disputeId: id,
      defencePackType: 1,
      leftOut: [],
      leftOutMails: [],
    });
    return { dispute_id: id, ...evidenceOf(facts) };
  }

  /**
   * Everything as files, with an index that names what could not be included. A dispute that was answered has the pack
   * that the bank got, another one the pack of now, which is made if it isn't in the store.
   * @throws Refused 404.
   */
  async zip(staff: Staff, id: number, isAwaited: () => boolean): Promise<{ name: string; zip: Readable }> {
    const dispute = await this.disputes.find(id);
    const evidence = await this.of(id);
    await this.activity.noteFetch(staff, dispute.orderId, `the evidence of dispute ${nameOf(dispute)}`);
    const zip = zipped(this.filesOf(staff, dispute, evidence, isAwaited));
    return { name: `evidence-dispute-${id}-order-${dispute.orderId}.zip`, zip };
  }

  private async *filesOf(
    staff: Staff,
    dispute: Dispute,
    evidence: DisputeEvidence,
    isAwaited: () => boolean,
  ): AsyncGenerator<ZippedFile> {
    const { orderId } = dispute;
    const order = await this.orders.find(orderId);
    const who = fileNamePart(order.fullName);
    yield {
      name: `response-${orderId}-${who}.pdf`,
      what: dispute.submittedPackId
        ? `The response to dispute ${nameOf(dispute)}, as it was submitted`
        : `The response to dispute ${nameOf(dispute)}`,
      body: () => this.pack(staff, dispute, isAwaited),
    };
    const card = await this.files.card(orderId);
    yield 'missing' in card
      ? { name: `card-${orderId}-${who}`, what: 'The document that was sold', body: async () => card }
      : {
          name: `card-${orderId}-${who}${card.name.slice(card.name.lastIndexOf('.'))}`,
          what: 'The document that was sold, as it was uploaded',
          body: async () => card.bytes,
        };
    for (const [at, { of, file }] of (await this.files.checks(orderId)).entries()) {
      const { ending } = Object.values(cardKinds).find(({ contentType }) => contentType === of.contentType)!;
      yield {
        name: `check-registration-${at + 1}.${ending}`,
        what: `What the authority’s page Check Registration showed, as a member of our staff added it on ${formatMomentSeconds(of.createTs.toISOString())}`,
        body: async () => ('missing' in file ? file : file.bytes),
      };
    }
    yield {
      name: 'access-log.csv',
      what: 'Every request for the document, with the reason of those that do not count',
      body: async () => this.files.accessLog(orderId),
    };
    const mails = await this.mail.ofOrder(orderId);
    for (const mail of mails.toReversed()) yield* this.mailFiles(mail);
    for (const policy of Object.values(await this.policies.of(order))) {
      if (!policy) continue;
      const { label } = policyKinds[policy.kind];
      yield {
        name: `policies/${policy.kind}-${policy.version}.txt`,
        what: `${label}, version ${policy.version}, in force since ${policy.validFrom}`,
        body: async () => policy.text,
      };
    }
    yield {
      name: 'stripe-evidence.json',
      what: 'The evidence under the names of Stripe’s API',
      body: async () => JSON.stringify(evidence.evidence, null, 2),
    };
  }

  /** The pack that the bank got, else the one of now. */
  private async pack(staff: Staff, { id, orderId, submittedPackId }: Dispute, isAwaited: () => boolean) {
    const made = submittedPackId
      ? this.versions.file(submittedPackId).then(({ bytes }) => bytes)
      : this.packs
          .make(
            staff,
            { orderId, disputeId: id, defencePackType: 1, leftOut: [], leftOutMails: [], preview: false },
            isAwaited,
          )
          .then(({ pdf }) => pdf);
    return made.catch((error: unknown) => missing(error));
  }

  /** A mail's text and its HTML, and an invoice that went with it. The card stands beside. */
  private async *mailFiles({
    id,
    kind,
    create_ts: at,
    attachment_sha256: hash,
  }: MailEntry): AsyncGenerator<ZippedFile> {
    const name = `mails/${String(id).padStart(6, '0')}-${kind}`;
    const when = formatMomentSeconds(at);
    yield {
      name: `${name}.txt`,
      what: `The mail of ${when}, with its head`,
      body: async () => {
        const mail = await this.mail.asSent(id);
        const head = [
          `From: ${mail.sender}`,
          `To: ${mail.recipient}`,
          `Subject: ${mail.subject}`,
          `Written: ${when}`,
          mail.sentAt ? `Sent: ${formatMomentSeconds(mail.sentAt.toISOString())} by ${mail.provider}` : 'Not sent',
          `State: ${mail.state}${mail.failure ? ` (${mail.failure})` : ''}`,
          mail.providerMessageId && `Message id at the provider: ${mail.providerMessageId}`,
          mail.attachmentName &&
            `Attachment: ${mail.attachmentName}${mail.attachmentSha256 ? `, SHA-256 ${mail.attachmentSha256}` : ''}`,
        ];
        return `${head.filter(Boolean).join('\n')}\n\n${mail.body}`;
      },
    };
    yield {
      name: `${name}.html`,
      what: `The mail of ${when}, as it was sent`,
      body: async () => (await this.mail.asSent(id)).html,
    };
    if (kind === 'invoice' && hash) {
      yield {
        name: `${name}.pdf`,
        what: `The invoice that went with the mail of ${when}`,
        body: () =>
          this.mail.file(id).then(
            ({ bytes }) => bytes,
            (error: unknown) => missing(error),
          ),
      };
    }
  }
}

/** A refusal as the reason why a file is left out. @throws what is no refusal */
function missing(error: unknown): { missing: string } {
  if (error instanceof Refused) return { missing: error.message };
  throw error;
}
