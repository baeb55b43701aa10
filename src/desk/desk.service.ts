import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { CasesService } from '../disputes/cases.service.js';
import { VersionsService } from '../disputes/versions.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { OrderFilesService } from '../documents/order-files.service.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { MacrosService } from '../macros/macros.service.js';
import { MailService } from '../mail/mail.service.js';
import { ThreadService } from '../inbound/thread.service.js';
import { CorrectionsService } from '../orders/corrections.service.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { PassportsService } from '../orders/passports.service.js';
import { PacksService } from '../packs/packs.service.js';
import { PoliciesService } from '../policies/policies.service.js';
import { RemarksService } from '../remarks/remarks.service.js';
import { RetentionService } from '../retention/retention.service.js';
import { RequestsService } from '../requests/requests.service.js';
import { amendSections, type AmendSection } from '../shared/amend-fields.js';
import type { DraftForm, Drafts } from '../shared/draft-forms.js';
import { BoardService } from '../standing/board.service.js';
import type { OrderWithHistories } from '../shared/answers/desk.js';
import type { DisputeCase } from '../shared/answers/disputes.js';
import { packStatuses } from '../shared/order-statuses.js';
import type { PacksReadiness } from '../shared/pack-parts.js';
import type { Pages } from '../shared/pages.js';
import { AnswersService } from '../stripe/answers.service.js';
import { StripeService } from '../stripe/stripe.service.js';
import { can } from '../shared/permissions.js';
import type { EarlierEntry } from '../shared/packs.js';
import { WayBackService } from './way-back.service.js';

type OrderPage = {
  order: OrderWithHistories;
  open: boolean;
  earlier: EarlierEntry[];
  macros: Pages['desk/order']['macros'];
  lookedAt: string | null;
  erased: Pages['desk/order']['erased'];
  drafts: Drafts;
  outcome: Pages['desk/order']['outcome'];
  cases: Pages['desk/order']['cases'];
  policies: Pages['desk/order']['policies'];
  list: Pages['desk/order']['list'];
  askedFields: Pages['desk/order']['askedFields'];
  readiness: (() => Promise<PacksReadiness>) | undefined;
};

/** The forms on an order's page. */
const orderForms: DraftForm[] = [
  'remark',
  'transaction',
  'question',
  ...(Object.keys(amendSections) as AmendSection[]),
];

@Injectable()
export class DeskService {
  constructor(
    private readonly orders: OrdersService,
    private readonly holding: HoldingService,
    private readonly wayBack: WayBackService,
    private readonly remarks: RemarksService,
    private readonly mail: MailService,
    private readonly documents: DocumentsService,
    private readonly files: OrderFilesService,
    private readonly packs: PacksService,
    private readonly requests: RequestsService,
    private readonly activity: ActivityService,
    private readonly drafts: DraftsService,
    private readonly cases: CasesService,
    private readonly versions: VersionsService,
    private readonly policies: PoliciesService,
    private readonly board: BoardService,
    private readonly answers: AnswersService,
    private readonly stripe: StripeService,
    private readonly thread: ThreadService,
    private readonly macros: MacrosService,
    private readonly retention: RetentionService,
    private readonly passports: PassportsService,
    private readonly corrections: CorrectionsService,
  ) {}

  /** The order with all its histories (docs/http-api.md#the-api). @throws Refused 404. */
  async details(staff: Staff, orderId: number): Promise<OrderWithHistories> {
    const order = await this.orders.find(orderId);
    await this.activity.noteView(staff, order.id);
    return this.withHistories(staff, order);
  }

  /**
   * The props of the order's page; `readiness` is loaded after the page, and only in a status that has packs.
   * @param from the list that the order was opened from, as the address names it (way-back.service.ts)
   * @throws Refused 404.
   */
  async page(staff: Staff, orderId: number, from: string): Promise<OrderPage> {
    const order = await this.orders.find(orderId);
    await this.activity.noteView(staff, order.id);
    const [withHistories, earlier, drafts, cases, policies, list, outcome, macros, lookedAt, erased, askedFields] =
      await Promise.all([
        this.withHistories(staff, order),
        this.packs.earlierOf(order),
        this.draftsOf(staff, order),
        can(staff.type, 'disputes.see') ? this.casesOf(order.id) : null,
        this.policies.linksOf(order),
        this.wayBack.of(staff, orderId, from),
        this.board.saidOf(order),
        this.macros.of(staff),
        this.activity.lastLook(staff, order.id),
        this.retention.ofOrder(order.id),
        this.corrections.askedNames(order),
      ]);
    const hasPacks = packStatuses.includes(order.processStatus);
    return {
      order: withHistories,
      open: this.holding.isOpenTo(staff, order),
      earlier,
      macros,
      lookedAt,
      erased,
      drafts,
      cases,
      policies,
      list,
      outcome,
      askedFields,
      readiness: hasPacks ? () => this.packs.readinessOf(order) : undefined,
    };
  }

  /** What the member typed. The order's own passport number is left out of it for a member who has to ask for it. */
  private async draftsOf(staff: Staff, order: Order): Promise<Drafts> {
    const drafts = await this.drafts.of(staff, orderForms, order.id);
    const amend = drafts.kept.amendPassport;
    if (!amend || can(staff.type, 'passports.see') || amend.fields['passport_no'] !== order.passportNo) return drafts;

    const { passport_no: _hidden, ...fields } = amend.fields;
    return { ...drafts, kept: { ...drafts.kept, amendPassport: { ...amend, fields } } };
  }

  private async casesOf(orderId: number): Promise<Pages['desk/order']['cases']> {
    const [disputes, versions] = await Promise.all([this.cases.ofOrder(orderId), this.versions.ofOrder(orderId)]);
    const stripe = disputes.length > 0 ? await this.atStripe(disputes) : { ready: false, answers: [], claims: [] };
    return { disputes, versions, stripe };
  }

  private async atStripe(disputes: DisputeCase[]): Promise<NonNullable<Pages['desk/order']['cases']>['stripe']> {
    const [ready, answers, claims] = await Promise.all([
      this.answers.isSetUp(),
      this.answers.newestOf(disputes.map(({ id }) => id)),
      this.stripe.claimsOf(disputes),
    ]);
    return { ready, answers, claims };
  }

  private async withHistories(staff: Staff, order: Order): Promise<OrderWithHistories> {
    const [
      detail,
      downloadHistory,
      mailHistory,
      uploadDoc,
      files,
      remark,
      requests,
      chargeViews,
      corrections,
      activity,
      bouncedAddresses,
      { thread, slips },
      hide,
    ] = await Promise.all([
      this.orders.detail(staff, order),
      this.documents.downloadsOf(order.id),
      this.mail.ofOrder(order.id),
      this.documents.ofOrder(order),
      this.files.ofOrder(staff, order.id),
      this.remarks.ofOrder(order.id),
      this.requests.ofOrder(order.id),
      this.requests.viewsOf(order.id),
      this.corrections.ofOrder(order.id),
      this.activity.ofOrder(order.id),
      this.mail.bouncedFor(order.id),
      this.thread.ofOrder(staff, order.id),
      this.passports.hiderFor(staff, [order.id]),
    ]);
    return {
      ...detail,
      downloadHistory,
      files,
      chargeViews,
      corrections,
      bouncedAddresses,
      thread,
      slips,
      ...hide(order.id, { mailHistory, uploadDoc, remark, requests, activity }),
    };
  }
}
