import type { StaffInfo } from './auth.js';
import type { Brand } from './brands.js';
import type { OrderWithHistories } from './desk.js';
import type { DownloadEntry } from './documents.js';
import type { GatewayEntry } from './gateway.js';
import type { CountName, QueueName } from './order-queues.js';
import type { OrderRow, SortKey, UndoOffer } from './orders.js';
import type { CountryCount, ProcessedCount } from './reports.js';
import type { EarlierEntry, PacksReadiness } from './packs.js';
import type { MemberEntry } from './team.js';
import type { VisitorResult } from './visitor.js';

export type Counts = Record<CountName, number>;

/** A toast a page shows once; `message` is the server's sentence. */
export type Toast = { type: 'default' | 'success' | 'info' | 'error' | 'warning'; message: string };

/** What a bulk write left behind for the page that follows it. */
export type Flash = { toast?: Toast; failed?: { order_id: number; message: string }[]; undo?: UndoOffer };

/** What every screen gets beside its own props (page-frame.ts). Staff parts are null for visitors and guests. */
export type SharedProps = {
  staff: StaffInfo | null;
  counts: Counts | null;
  /** Only on visitor screens. */
  brand: Brand | null;
  /** The page-translation widget's script, empty when switched off; only on visitor screens. */
  translateWidget: string | null;
  /** What a plain form repeats in its hidden field `_csrf`. */
  csrf: string;
  errors: Record<string, string>;
};

export type MonthTile = { month: string; count: number };

/** Page name → its own props: the contract between controllers (@Page) and screens (client/pages). */
export interface Pages {
  'auth/login': Record<string, never>;
  'auth/forgot': Record<string, never>;
  'auth/reset': { token: string };
  'auth/change-password': Record<string, never>;
  /** `soonest`: what must be submitted next. */
  'orders/dashboard': { soonest: OrderRow[] };
  'orders/queue': {
    queue: QueueName;
    orders: OrderRow[];
    /** Where the next portion of all rows begins; null when there is none, and on a page with a number. */
    next: string | null;
    total: number;
    /** True when a search has more matches than `total` says. */
    more: boolean;
    page: number;
    limit: number;
    sort: SortKey;
    dir: 'asc' | 'desc';
    search: string;
    month: string | null;
  };
  'orders/future': { tiles: MonthTile[] };
  'orders/countries': { rows: CountryCount[]; fromDate: string; toDate: string; search: string };
  'orders/processed': { rows: ProcessedCount[]; fromDate: string; toDate: string; search: string };
  'desk/order': {
    order: OrderWithHistories;
    /** Whether the member may change the order: nobody else holds it, or the member may override. */
    open: boolean;
    /** The newest earlier orders that look like the same person's, newest first. */
    earlier: EarlierEntry[];
    /** How complete each defence pack would be; comes after the page, and only in a status that has packs. */
    readiness?: PacksReadiness | undefined;
    /** Path of the visitor's page of this order, for staff to look at. */
    visitorPath: string;
  };
  'desk/pack': { orderId: number; encodedId: string; type: 1 | 2 };
  'mail/invoices': Record<string, never>;
  'gateway/settings': { gateways: GatewayEntry[] };
  'team/members': { members: MemberEntry[]; editing: MemberEntry | null };
  'visitor/track': { orderId: string };
  'visitor/download': {
    result: VisitorResult;
    encodedId: string;
    /** Path of the card's file, with a fresh link; null until ready. */
    file: { file1: string; url: string; size: number; content_type: string } | null;
    history: DownloadEntry[];
    /** The day the card is submitted, YYYY-MM-DD, while it is not. */
    submitOn: string | null;
  };
  'error/error': { status: number; title: string; message: string; ref: string };
}

export type PageName = keyof Pages;
