import { type CountName, type QueueName, queueRows } from './order-queues.js';
import type { Permission } from './permissions.js';
import { routes } from './routes.js';

export type MenuEntry = {
  label: string;
  path: string;
  see: Permission;
  count?: CountName | 'atRiskOrdersCount' | 'wroteOrdersCount';
  /** A number of the page's frame that is shown instead of a queue's count. */
  shows?: 'waitingDisputes' | 'waitingRequests' | 'undelivered' | 'unmatched';
  /** Whether its number is red. */
  urgent?: true;
  /** The name of a lucide icon; client/layouts/admin/menu-icons.ts maps it to the icon. */
  icon: string;
};

function queue(name: QueueName, icon: string): MenuEntry {
  const { menu, path, see, count } = queueRows[name];
  return { label: menu, path: routes.queue(path), see, count, icon };
}

/** The daily work, first in the menu (docs/screens.md#menu). */
export const dailyMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: routes.dashboard, see: 'orders.work', icon: 'gauge' },
  queue('myOrder', 'user-check'),
  queue('newOrder', 'inbox'),
  queue('priorityOrder', 'zap'),
  queue('pendingOrder', 'credit-card'),
  queue('completedOrder', 'circle-check'),
];

/** What may wait for a member; an entry is shown while something does. */
const waiting: readonly MenuEntry[] = [
  {
    label: 'At Risk',
    path: routes.atRisk,
    see: 'orders.work',
    count: 'atRiskOrdersCount',
    urgent: true,
    icon: 'siren',
  },
  {
    label: 'Without Card',
    path: routes.withoutCard,
    see: 'orders.work',
    shows: 'undelivered',
    urgent: true,
    icon: 'mail-x',
  },
  {
    label: 'Call Sheet',
    path: routes.callSheet,
    see: 'orders.call',
    count: queueRows.contactCustomerOrder.count,
    icon: 'phone-call',
  },
  {
    label: 'Customer Wrote',
    path: routes.customerWrote,
    see: 'orders.history',
    count: 'wroteOrdersCount',
    icon: 'mail-plus',
  },
  { label: 'Requests', path: routes.requests, see: 'requests.handle', shows: 'waitingRequests', icon: 'hand' },
  {
    label: 'Without an Order',
    path: routes.unmatched,
    see: 'unmatched.work',
    shows: 'unmatched',
    icon: 'mail-question',
  },
  { label: 'Disputes', path: routes.disputes, see: 'disputes.see', shows: 'waitingDisputes', icon: 'scale' },
];

const insight: readonly MenuEntry[] = [
  { label: 'Statistics', path: routes.statistics, see: 'statistics.see', icon: 'chart-line' },
  { label: 'Dispute Report', path: routes.disputeReport, see: 'disputes.report', icon: 'chart-pie' },
  { label: 'Audit', path: routes.audit, see: 'audit.see', icon: 'footprints' },
  { label: 'System', path: routes.system, see: 'system.work', icon: 'activity' },
];

const admin: readonly MenuEntry[] = [
  { label: 'Policies', path: routes.policies, see: 'policies.change', icon: 'scroll' },
  { label: 'Keeping & Erasing', path: routes.retention, see: 'retention.manage', icon: 'eraser' },
  { label: 'Shops', path: routes.shops, see: 'shops.manage', icon: 'store' },
];

/** The groups of the menu that fold, in their order; the entries of `views` are the saved views. */
export const menuGroups = {
  waiting: { label: 'Waiting', entries: waiting },
  views: { label: 'Views', entries: [] },
  insight: { label: 'Insight', entries: insight },
  admin: { label: 'Admin', entries: admin },
} satisfies Record<string, { label: string; entries: readonly MenuEntry[] }>;
export type MenuGroupName = keyof typeof menuGroups;
export const menuGroupNames = Object.keys(menuGroups) as MenuGroupName[];

/** The entries below the groups, which are never folded. Logout, a form, is the last of them. */
export const fixedMenu: readonly MenuEntry[] = [
  queue('awaitingOrder', 'message-circle-question'),
  queue('awaitingGovtOrder', 'landmark'),
  queue('contactCustomerOrder', 'megaphone'),
  queue('customerCalledOrder', 'phone'),
  queue('futureOrder', 'calendar-clock'),
  queue('deletedOrder', 'trash'),
  queue('allOrder', 'history'),
  queue('refundOrder', 'undo'),
  { label: 'Country Order List', path: routes.countries, see: 'reports.country', icon: 'globe' },
  { label: 'Order Processed', path: routes.processed, see: 'reports.processed', icon: 'chart' },
  { label: 'Manage Invoices', path: routes.invoices, see: 'mail.send', icon: 'receipt' },
  { label: 'Manage Team', path: routes.team, see: 'team.manage', icon: 'user-cog' },
  { label: 'Gateway Setting', path: routes.gateway, see: 'gateway.see', icon: 'wallet' },
  { label: 'Change Password', path: routes.password, see: 'account.own', icon: 'key' },
];

/** Every screen of the menu, in its order, whatever is folded. */
export const menuEntries: readonly MenuEntry[] = [
  ...dailyMenu,
  ...menuGroupNames.flatMap((name) => menuGroups[name].entries),
  ...fixedMenu,
];

/** The five tiles of the dashboard (docs/screens.md#screens). */
export const tiles: readonly MenuEntry[] = [
  queue('myOrder', 'user-check'),
  queue('newOrder', 'inbox'),
  queue('priorityOrder', 'zap'),
  queue('pendingOrder', 'credit-card'),
  queue('completedOrder', 'circle-check'),
];

const attentive: string[] = [
  routes.atRisk,
  routes.withoutCard,
  routes.customerWrote,
  routes.requests,
  routes.unmatched,
  routes.disputes,
];

/** What waits for somebody to act before it is too late; the dashboard shows it below its tiles. */
export const attention: readonly MenuEntry[] = menuEntries.filter(({ path }) => attentive.includes(path));
