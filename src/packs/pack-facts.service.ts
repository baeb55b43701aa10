import { Injectable } from '@nestjs/common';
import type { Dispute } from '../database/dispute.entity.js';
import type { Order } from '../database/order.entity.js';
import { PassportsService } from '../orders/passports.service.js';
import { RefundsService } from '../orders/refunds.service.js';
import { Env } from '../platform/env.js';
import { locationOf } from '../platform/location.js';
import { brandOf } from '../shared/brands.js';
import { isCompellingAsked, type Verdict } from '../shared/compelling-evidence.js';
import { type LeftOut, nothingLeftOut } from '../shared/left-out.js';
import { deliveryMail } from '../shared/pack-argument.js';
import type { PackFacts } from '../shared/pack-facts.js';
import { type PackType, packRoom } from '../shared/packs.js';
import { type Evidence, EvidenceQueries } from './evidence.queries.js';
import { compellingFacts, compellingVerdict } from './compelling.facts.js';
import { chooseRequests } from './downloads.facts.js';
import { chooseMails, packMail } from './mails.facts.js';
import { PackDocuments } from './pack-documents.js';
import { packFacts } from './packs.facts.js';

/** What a pack of an order would print now (docs/evidence.md#packs). */
@Injectable()
export class PackFactsService {
  constructor(
    private readonly evidence: EvidenceQueries,
    private readonly documents: PackDocuments,
    private readonly passports: PassportsService,
    private readonly refunds: RefundsService,
    private readonly env: Env,
  ) {}

  /**
   * The facts of either pack, from one look at what is on record: the returned function gives those of a type.
   * `leftOut` is what the pack does not print.
   * @throws Refused 503 when the document can't be read
   */
  async of(
    order: Order,
    { dispute = null, leftOut = nothingLeftOut }: { dispute?: Dispute | null; leftOut?: LeftOut } = {},
  ): Promise<(type: PackType) => Promise<PackFacts>> {
    const brand = brandOf(this.env.brands, order.landingDomain);
    const charged = await this.refunds.charged(order, dispute ? await this.evidence.chargeOf(dispute) : []);
    const evidence = await this.evidence.of(charged, brand.key, dispute, leftOut);
    const card = evidence.document?.sha256;
    const chosen = chooseRequests(evidence, card);
    const [document, checks, purchasePlace, mails, rows, tracking, compelling, withoutPassport] = await Promise.all([
      evidence.document && this.documents.factsOf(evidence.document),
      Promise.all(evidence.checks.map((file) => this.documents.checkFacts(file))),
      order.purchaseIp ? locationOf(order.purchaseIp, this.env.GEOIP_MMDB_PATH) : '',
      this.mailsOf(evidence, card),
      this.evidence.downloads(
        [...chosen.shown, ...chosen.others, ...(chosen.best ? [chosen.best] : [])].map(({ request }) => request.id),
      ),
      this.evidence.tracking(order.id, chosen.best?.request),
      this.compelling(charged.order, dispute),
      this.passports.hiderForBank(order.id),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const ourAddresses = [`@${this.env.APPLICATION_MAIL_DOMAIN}`, brand.contact.email];
    const beside = {
      brand,
      purchasePlace,
      document,
      checks,
      ...mails,
      rows: byId,
      tracking,
      compelling,
      withoutPassport,
      ourAddresses,
    };
    return async (type) => packFacts(type, evidence, chosen, beside);
  }

  /** The mails that a pack prints, and the one that brought the card, as it was sent. */
  private async mailsOf({ mails, order, erased }: Evidence, card: string | undefined) {
    const chosen = chooseMails(mails, card);
    const said = await this.evidence.answers(chosen.map(({ mail }) => mail.id));
    const rows = chosen.map((one) => packMail(one, order, card, said.get(one.mail.id)));
    const bringer = deliveryMail({ mails: rows });
    if (!bringer || erased.some(({ kind }) => kind === 'person')) return { mails: rows, mailAsSent: null };

    const { id } = chosen.find(({ number }) => number === bringer.number)!.mail;
    const { sender, recipient, subject, body } = await this.evidence.mail(id);
    const cut = body.length > packRoom.mail;
    const text = cut ? body.slice(0, packRoom.mail) : body;
    return { mails: rows, mailAsSent: { number: bringer.number, sender, recipient, subject, body: text, cut } };
  }

  /** Visa asks for it with reason 10.4 alone. */
  private async compelling(order: Order, dispute: Dispute | null): Promise<PackFacts['compelling']> {
    if (!dispute || !isCompellingAsked(dispute.network, dispute.reasonCode)) return null;
    return compellingFacts(await this.verdictOn(order));
  }

  /** Visa's rules, one by one, over every earlier charge of the same card. */
  async verdictOn(order: Order): Promise<Verdict> {
    const earlier = await this.evidence.ofSameCard(order, order.paidAt ?? order.createTs);
    const ids = [order.id, ...earlier.map(({ id }) => id)];
    const [mailedTo, amended] = await Promise.all([this.evidence.mailedTo(ids), this.evidence.earlierAddresses(ids)]);
    return compellingVerdict(order, earlier, mailedTo, amended);
  }
}
