import type { PageState } from './answers/authority.js';
import type { WaitingRequest } from './answers/order-requests.js';
import type { MissingStep, StaffInfo } from './auth.js';
import type { OwnFactors, OwnSession } from './answers/auth.js';
import type { AlarmEntry, AuditEntry } from './answers/audit.js';
import type { AuditQuery } from './audit.js';
import type { DisputeCase, DisputeRow, PackVersion } from './answers/disputes.js';
import type { PolicyEntry, PolicyText } from './answers/policies.js';
import type { Brand } from './brands.js';
import type { CallRow } from './call-sheet.js';
import type { Macro } from './answers/macros.js';
import type { LostHold } from './answers/lost-holds.js';
import type { Lease } from './answers/next-order.js';
import type { OrderWithHistories } from './answers/desk.js';
import type { DisputeFilter } from './dispute-states.js';
import type { Drafts } from './draft-forms.js';
import type { PackBatch } from './pack-batches.js';
import type { PersonCopy } from './persons.js';
import type { SystemFacts } from './answers/system.js';
import type { DueErasures, ErasureEntry, PersonRequestEntry, RetentionRun } from './answers/retention.js';
import type { AgedKind } from './retention.js';
import type { CardholderClaim, StripeAnswer } from './stripe.js';
import type { DisputeReport, ReportRowsQuery } from './dispute-report.js';
import type { ReportTable } from './dispute-report-tables.js';
import type { ShopsQuery } from './shops.js';
import type { DownloadEntry } from './answers/documents.js';
import type { InApp } from './in-app.js';
import type { GatewayEntry } from './gateway.js';
import type { ChosenFilter } from './order-filters.js';
import type { SavedView } from './answers/saved-views.js';
import type { CountName, OrderColumn, QueueName } from './order-queues.js';
import type { OrderRow, SortKey, UndoOffer } from './orders.js';
import type { CountryCount, ProcessedCount } from './answers/reports.js';
import type { CountedOrder, CountryOrdersQuery } from './reports.js';
import type { PacksReadiness } from './pack-parts.js';
import type { EarlierEntry } from './packs.js';
import type { ComparedLine, PolicyLink } from './policy-kinds.js';
import type { CardOutcomeEntry, ListedRow, StandingCounts } from './answers/standing.js';
import type { Role } from './roles.js';
import type { StatisticRow, StatisticRowsQuery, Statistics, StatisticsBefore } from './statistics.js';
import type { ListedStanding } from './standing.js';
import type { MemberEntry, MemberLine } from './team.js';
import type { DeliveryDetail, DeliveryEntry, ShopEntry } from './answers/shops.js';
import type { Settings } from './settings.js';
import type { UnmatchedEntry } from './answers/unmatched.js';
import type { CorrectionName } from './correction-fields.js';
import type { CorrectionField, CorrectionState } from './corrections.js';
import type { TrackedPage } from './tracked-pages.js';
import type { VisitorCharge, VisitorRequest, VisitorResult } from './answers/visitor.js';

export type Counts = Record<CountName, number>;

/** The counts of the menu: those of the queues, that of the board (docs/orders.md#standing), and of unread messages. */
export type MenuCounts = Counts & { atRiskOrdersCount: number; wroteOrdersCount: number };

/** A toast a page shows once; `message` is the server's sentence. */
export type Toast = { type: 'default' | 'success' | 'info' | 'error' | 'warning'; message: string };

/** What a write leaves in the flash for the next page. */
export type Flash = {
  toast?: Toast;
  failed?: { order_id: number; message: string }[];
  undo?: UndoOffer;
};

/** The props of every screen, besides its own (page-frame.ts). Staff props are null for visitors and guests. */
export type SharedProps = {
  staff: StaffInfo | null;
  settings: Settings | null;
  counts: MenuCounts | null;
  /** Until when the proof of the second factor is fresh, ISO 8601; null for a member without one. */
  factorUntil: string | null;
  /** The last change that the server had received before it read the page (live.ts); null when it had received none. */
  liveCursor: string | null;
  /** How many disputes wait for an answer; null for a member who may not see them. */
  waitingDisputes: number | null;
  /** How many customers are without their card, because its mail did not bring it. */
  undelivered: number | null;
  /** The newest mail when the page was read, 0 when there was none: with a newer one somebody sent a card since. */
  newestMail: number | null;
  /** How many disputes, warnings and mails fit no single order; null for a member who may not see them. */
  unmatched: number | null;
  /** How many requests of customers nobody has handled yet. */
  waitingRequests: number | null;
  /** The saved views that the member may open, the member's own first. */
  views: SavedView[] | null;
  /** The packs of orders that the member asked for within the last hour; the newest batch. */
  packBatch: PackBatch | null;
  /** The orders that the member holds by Next order; the next to go back comes first. */
  leases: Lease[] | null;
  /** The orders that others took from the member, of which the member was not told yet. */
  lostHolds: LostHold[] | null;
  /** The names of all members, in the order they joined. */
  colleagues: string[] | null;
  /** Only on visitor screens. */
  brand: Brand | null;
  /** The page-translation widget's script, empty when switched off; only on visitor screens. */
  translateWidget: string | null;
  /** The CSRF token, which a plain form sends in its hidden field `_csrf`. */
  csrf: string;
  errors: Record<string, string>;
};

/** A tile of Future Orders; `month` is `YYYY-MM` or `later`, `overdue` counts its orders of past months. */
export type MonthTile = { month: string; count: number; overdue: number };

/** `doa` is the day of arrival, YYYY-MM-DD. */
type VisitorOrderFacts = { order_id: number; full_name: string; doa: string };

/** Page name → its own props: the contract between controllers (@Page) and screens (client/pages). */
export interface Pages {
  /** `missing`: what a begun sign-in lacks; null for a guest. */
  'auth/login': {
    missing: MissingStep | null;
    /** The host whose passkeys are accepted; null where no passkey can work. */
    passkeyHost: string | null;
    email: string;
    /** The second factors that a member can prove. */
    ways: ('totp' | 'passkey')[];
  };
  /** The script that fills the authority's form, and where the form is. */
  'filler/script': { script: string; sha256: string; userscriptSha256: string; formUrl: string };
  /** The member's own sessions and second factors. */
  'account/security': { sessions: OwnSession[]; factors: OwnFactors };
  'auth/forgot': Record<string, never>;
  'auth/reset': { token: string; /** Set for an invitation. */ invited: { name: string; email: string } | null };
  'auth/change-password': Record<string, never>;
  /** `soonest`: the orders to submit next. */
  'orders/dashboard': {
    soonest: OrderRow[];
    /** Orders that somebody has held for hours, the oldest hold first; null for a member who can't give them back. */
    oldHolds: OrderRow[] | null;
  };
  'orders/queue': {
    queue: QueueName;
    orders: OrderRow[];
    /** With 'All': the cursor of the next batch; null when there is none, and on a numbered page. */
    next: string | null;
    total: number;
    /** True when a search has more matches than `total` says. */
    more: boolean;
    /** How many of the newest orders a search covered; null when it covered all. */
    among: number | null;
    page: number;
    limit: number;
    sort: SortKey;
    dir: 'asc' | 'desc';
    search: string;
    /** Of Future Orders: `YYYY-MM`, `later` or `all`. */
    month: string | null;
    /** The chosen filters in words. */
    filters: ChosenFilter[];
    columns: OrderColumn[];
    /** The columns as the address names them; null for the member's own. */
    chosenColumns: string | null;
  };
  'orders/future': { tiles: MonthTile[] };
  'orders/countries': { rows: CountryCount[]; fromDate: string; toDate: string; search: string };
  /** What a number of a country counts. */
  'orders/country': { country: string; rows: CountedOrder[]; total: number; query: CountryOrdersQuery };
  'orders/processed': { rows: ProcessedCount[]; fromDate: string; toDate: string; search: string };
  'desk/order': {
    order: OrderWithHistories;
    /** What was erased of the order, the first first. */
    erased: ErasureEntry[];
    /** Whether the member may change the order: no other member holds it, or the member has the permission to override. */
    open: boolean;
    /** The newest earlier orders that look like the same person's, newest first. */
    earlier: EarlierEntry[];
    /**
     * The list that the order was opened from, with its address, and the addresses of the orders before and after this one in
     * it. Null when it was opened from no list.
     */
    list: { title: string; path: string; previous: string | null; next: string | null } | null;
    /** How complete each defence pack would be. Loaded after the page, and only in a status that has packs. */
    readiness?: PacksReadiness | undefined;
    /** The path of the visitor's page for this order, for staff to preview. */
    visitorPath: string;
    /** What the customer's own form asks for; a mailed question then leads to it. */
    askedFields: CorrectionName[];
    macros: Macro[];
    /** When the member looked at the order before, ISO 8601; null when no earlier look is on record. */
    lookedAt: string | null;
    /** What the member has typed on this page but not sent. */
    drafts: Drafts;
    /** The texts that the order was bought under, where they are on record. */
    policies: PolicyLink[];
    /** What a member said became of a card that was not delivered. */
    outcome: CardOutcomeEntry | null;
    /** The disputes and the stored packs; null for a member who may not see disputes. */
    cases: {
      disputes: DisputeCase[];
      versions: PackVersion[];
      /** Whether answers can be sent to Stripe, the newest answer of each dispute that has one, and what cardholders told their banks. */
      stripe: { ready: boolean; answers: StripeAnswer[]; claims: CardholderClaim[] };
    } | null;
  };
  /** The board: how many orders have each standing, `total` of the shown ones. */
  'standing/at-risk': {
    rows: ListedRow[];
    standings: StandingCounts;
    /** Whether each of the authority's pages works. */
    authority: PageState[];
    total: number;
    standing: ListedStanding | null;
    page: number;
    limit: number;
  };
  /** Customers whose card mail did not bring the card. */
  'standing/without-card': { rows: ListedRow[]; total: number; page: number; limit: number };
  'call-sheet/list': { rows: CallRow[]; macros: Macro[]; page: number; limit: number; total: number };
  /** `total` counts the requests, `orders` their orders. */
  'unmatched/list': { entries: UnmatchedEntry[]; aside: boolean; page: number; limit: number; total: number };
  'requests/list': { requests: WaitingRequest[]; page: number; limit: number; total: number; orders: number };
  'disputes/list': {
    disputes: DisputeRow[];
    state: DisputeFilter;
    page: number;
    limit: number;
    total: number;
    /** The packs that the member asked for last, if that was today. */
    batch: PackBatch | null;
    /** How many disputes wait for an answer. */
    waiting: number;
  };
  'policies/texts': {
    policies: PolicyEntry[];
    brands: { key: string; name: string }[];
    /** Two versions side by side; null when none are chosen. */
    comparison: { before: PolicyText; after: PolicyText; lines: ComparedLine[] } | null;
  };
  'visitor/policy': { policy: PolicyText };
  'desk/pack': { orderId: number; encodedId: string; type: 1 | 2 };
  'mail/invoices': Record<string, never>;
  'disputes/report': {
    report: DisputeReport;
    /** The days as they were typed, valid or not, and what the table counts by. */
    asked: { fromDate: string; toDate: string; by: ReportTable };
  };
  /** The disputes that a number of the report counts. */
  'disputes/report-rows': {
    name: string;
    rows: DisputeRow[];
    total: number;
    query: ReportRowsQuery;
    limit: number;
  };
  'statistics/overview': {
    statistics: Statistics;
    /** The sums of as many days right before these. */
    before: StatisticsBefore | null;
    /** The days as they were typed, valid or not. */
    asked: { fromDate: string; toDate: string };
  };
  /** What a number of the statistics counts. */
  'statistics/orders': { name: string; rows: StatisticRow[]; total: number; query: StatisticRowsQuery };
  'audit/rows': {
    rows: AuditEntry[];
    /** The alarms, shown instead of the rows; null where the rows are shown. */
    alarms: AlarmEntry[] | null;
    /** The cursor of the next older rows; null at the end. */
    next: string | null;
    members: { id: number; name: string }[];
    query: AuditQuery;
  };
  'system/overview': SystemFacts;
  'retention/overview': {
    /** After how many months what is erased. */
    months: Record<AgedKind, number>;
    /** The member's own copies of persons' data, the newest first. */
    copies: PersonCopy[];
    /** The requests to erase a person, the newest first. */
    requests: PersonRequestEntry[];
    runs: RetentionRun[];
    /** What the next run would do; undefined until it is counted. */
    due?: DueErasures;
  };
  'shops/shops': {
    shops: ShopEntry[];
    /** The last shop of this page where more follow. */
    nextShop: number | null;
    deliveries: DeliveryEntry[];
    /** The last delivery of this page where older ones follow. */
    nextDelivery: number | null;
    /** The opened one. */
    delivery: DeliveryDetail | null;
    query: ShopsQuery;
  };
  'gateway/settings': { gateways: GatewayEntry[] };
  'team/members': {
    members: MemberLine[];
    editing: MemberEntry | null;
    drafts: Drafts;
    /** The types of members who must have a second factor. */
    factorRoles: Role[];
  };
  /** `to`: the page of the order that the customer goes on to. */
  'visitor/track': { orderId: string; to: TrackedPage | null };
  'visitor/download': {
    result: VisitorResult;
    encodedId: string;
    /** Path of the card's file, with a fresh link; null until ready. */
    file: { file1: string; url: string; size: number; content_type: string } | null;
    /** The app whose browser shows the page, which saves no files; null for any other browser. */
    inApp: InApp | null;
    /** The sides of the picture of the card's first page, in dots; null where there is none. */
    picture: { width: number; height: number } | null;
    history: DownloadEntry[];
    /** The day of arrival, YYYY-MM-DD, while it is to come. */
    arrival: string | null;
    /** The day on which the card will be submitted, YYYY-MM-DD; null when there is none to announce. */
    submitOn: string | null;
    /** The day on which the card was erased, YYYY-MM-DD; null when it was not. */
    erasedOn: string | null;
    /** Whether there was a card, which the order's amendment made outdated. */
    isAmended: boolean;
    /** Whether the customer is asked to correct something. */
    isAsked: boolean;
    /** How many days before the arrival the authority's window opens. */
    windowDays: number;
    /** How much was given back, when that is a part of the charge: `USD 20.00`; null for all of it. */
    refundPart: string | null;
    /** Null until the order is paid. */
    charge: VisitorCharge | null;
    /** The texts that the order was bought under, where they are on record. */
    policies: PolicyLink[];
  };
  /** What the charge is for. Times are ISO 8601 in UTC. */
  'visitor/charge': {
    order: VisitorOrderFacts & { service: string; create_ts: string };
    encodedId: string;
    charge: VisitorCharge;
    /** The customer's complete downloads of the card. */
    downloads: { times: number; last: string } | null;
    /** `no`: a refund can be asked for. `wanted`: a member decided to refund. `part`: as `refundPart`. */
    refund: { state: 'no' | 'wanted' } | { state: 'given'; at: string; part: string | null };
    /** The requests for a refund, newest first. */
    asked: VisitorRequest[];
  };
  /** Where a customer writes what is wrong on the card, or that the flight changed. */
  'visitor/ask': {
    order: VisitorOrderFacts & { flight: string | null };
    encodedId: string;
    kind: 'card' | 'flight';
    /** What was written so far, newest first. */
    asked: VisitorRequest[];
  };
  /**
   * Where a customer corrects what is missing or wrong. `hasCard`: whether the card can be fetched now; `typed`: what this browser
   * typed and the product did not take yet.
   */
  'visitor/details': {
    order: Pick<VisitorOrderFacts, 'order_id' | 'full_name'>;
    encodedId: string;
    version: number;
    state: CorrectionState;
    fields: CorrectionField[];
    typed: Partial<Record<CorrectionName, string>>;
    hasCard: boolean;
  };
  'error/error': {
    status: number;
    title: string;
    message: string;
    ref: string;
    /** Where the page leads; null for the usual ways. */
    link: { href: string; label: string } | null;
  };
}
