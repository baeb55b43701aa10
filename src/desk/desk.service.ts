import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { CasesService } from '../disputes/cases.service.js';
import { VersionsService } from '../disputes/versions.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { MailService } from '../mail/mail.service.js';
import { HoldingService } from '../orders/holding.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { PacksService } from '../packs/packs.service.js';
import { PoliciesService } from '../policies/policies.service.js';
import { RemarksService } from '../remarks/remarks.service.js';
import { RequestsService } from '../requests/requests.service.js';
import type { Drafts } from '../shared/draft-forms.js';
import type { OrderWithHistories } from '../shared/answers/desk.js';
import { packStatuses } from '../shared/order-statuses.js';
import type { PacksReadiness } from '../shared/pack-parts.js';
import type { Pages } from '../shared/pages.js';
import { can } from '../shared/permissions.js';
import type { EarlierEntry } from '../shared/packs.js';

export type OrderPage = {
  order: OrderWithHistories;
  open: boolean;
  earlier: EarlierEntry[];
  drafts: Drafts;
  cases: Pages['desk/order']['cases'];
  policies: Pages['desk/order']['policies'];
  readiness: (() => Promise<PacksReadiness>) | undefined;
};

@Injectable()
export class DeskService {
  constructor(
    private readonly orders: OrdersService,
    private readonly holding: HoldingService,
    private readonly remarks: RemarksService,
    private readonly mail: MailService,
    private readonly documents: DocumentsService,
    private readonly packs: PacksService,
    private readonly requests: RequestsService,
    private readonly activity: ActivityService,
    private readonly drafts: DraftsService,
    private readonly cases: CasesService,
    private readonly versions: VersionsService,
    private readonly policies: PoliciesService,
  ) {}

  /** The order with all its histories (docs/product.md#the-api). @throws Refused 404. */
  async details(staff: Staff, orderId: number): Promise<OrderWithHistories> {
    return this.withHistories(staff, await this.orders.find(orderId));
  }

  /**
   * The props of the order's page; `readiness` is loaded after the page, and only in a status that has packs. @throws
   * Refused 404.
   */
  async page(staff: Staff, orderId: number): Promise<OrderPage> {
    const order = await this.orders.find(orderId);
    const [withHistories, earlier, drafts, cases, policies] = await Promise.all([
      this.withHistories(staff, order),
      this.packs.earlierOf(order),
      this.drafts.of(staff, ['remark', 'transaction'], order.id),
      can(staff.type, 'disputes.see') ? this.casesOf(order.id) : null,
      this.policies.linksOf(order),
    ]);
    const hasPacks = packStatuses.includes(order.processStatus);
    return {
      order: withHistories,
      open: this.holding.isOpenTo(staff, order),
      earlier,
      drafts,
      cases,
      policies,
      readiness: hasPacks ? () => this.packs.readinessOf(order) : undefined,
    };
  }

  private async casesOf(orderId: number): Promise<Pages['desk/order']['cases']> {
    const [disputes, versions] = await Promise.all([this.cases.ofOrder(orderId), this.versions.ofOrder(orderId)]);
    return { disputes, versions };
  }

  private async withHistories(staff: Staff, order: Order): Promise<OrderWithHistories> {
    const [detail, downloadHistory, mailHistory, uploadDoc, remark, requests, chargeViews, activity] =
      await Promise.all([
        this.orders.detail(staff, order),
        this.documents.downloadsOf(order.id),
        this.mail.ofOrder(order.id),
        this.documents.ofOrder(order.id),
        this.remarks.ofOrder(order.id),
        this.requests.ofOrder(order.id),
        this.requests.viewsOf(order.id),
        this.activity.ofOrder(order.id),
      ]);
    return { ...detail, downloadHistory, mailHistory, uploadDoc, remark, requests, chargeViews, activity };
  }
}
