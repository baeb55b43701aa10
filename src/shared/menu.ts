import { type CountName, type QueueName, queueRows } from './order-queues.js';
import type { Permission } from './permissions.js';
import { routes } from './routes.js';

export type MenuEntry = {
  label: string;
  path: string;
  see: Permission;
  count?: CountName | 'atRiskOrdersCount';
  /** A number of the page's frame that is shown instead of a queue's count. */
  shows?: 'waitingDisputes' | 'waitingRequests' | 'undelivered';
  /** The name of a lucide icon; client/layouts/admin/menu-icons.ts maps it to the icon. */
  icon: string;
};

function queue(name: QueueName, icon: string): MenuEntry {
  const { menu, path, see, count } = queueRows[name];
  return { label: menu, path: routes.queue(path), see, count, icon };
}

/** The group for daily work, above the other entries (docs/product.md#screens). */
export const workMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: routes.dashboard, see: 'orders.work', icon: 'gauge' },
  { label: 'At Risk', path: routes.atRisk, see: 'orders.work', count: 'atRiskOrdersCount', icon: 'siren' },
  { label: 'Without Card', path: routes.withoutCard, see: 'orders.work', shows: 'undelivered', icon: 'mail-x' },
  queue('myOrder', 'user-check'),
  queue('newOrder', 'inbox'),
  queue('priorityOrder', 'zap'),
  queue('pendingOrder', 'credit-card'),
  queue('completedOrder', 'circle-check'),
];

/** The sidebar's entries in their order; Logout is a form of its own (docs/product.md#screens). */
export const sideMenu: readonly MenuEntry[] = [
  queue('awaitingOrder', 'message-circle-question'),
  queue('awaitingGovtOrder', 'landmark'),
  queue('contactCustomerOrder', 'megaphone'),
  { label: 'Call Sheet', path: routes.callSheet, see: 'orders.call', icon: 'phone-call' },
  queue('customerCalledOrder', 'phone'),
  queue('futureOrder', 'calendar-clock'),
  queue('deletedOrder', 'trash'),
  queue('allOrder', 'history'),
  queue('refundOrder', 'undo'),
  {
    label: 'Requests',
    path: routes.requests,
    see: 'requests.handle',
    shows: 'waitingRequests',
    icon: 'hand',
  },
  {
    label: 'Disputes',
    path: routes.disputes,
    see: 'disputes.see',
    shows: 'waitingDisputes',
    icon: 'scale',
  },
  { label: 'Statistics', path: routes.statistics, see: 'statistics.see', icon: 'chart-line' },
  { label: 'Dispute Report', path: routes.disputeReport, see: 'disputes.report', icon: 'chart' },
  { label: 'Country Order List', path: routes.countries, see: 'reports.country', icon: 'globe' },
  { label: 'Order Processed', path: routes.processed, see: 'reports.processed', icon: 'chart' },
  { label: 'Manage Invoices', path: routes.invoices, see: 'mail.send', icon: 'receipt' },
  { label: 'Manage Team', path: routes.team, see: 'team.manage', icon: 'users' },
  { label: 'Policies', path: routes.policies, see: 'policies.change', icon: 'scroll' },
  { label: 'Audit', path: routes.audit, see: 'audit.see', icon: 'footprints' },
  { label: 'System', path: routes.system, see: 'system.work', icon: 'activity' },
  { label: 'Keeping & Erasing', path: routes.retention, see: 'retention.manage', icon: 'eraser' },
  { label: 'Shops', path: routes.shops, see: 'shops.manage', icon: 'store' },
  { label: 'Gateway Setting', path: routes.gateway, see: 'gateway.see', icon: 'wallet' },
  { label: 'Change Password', path: routes.password, see: 'account.own', icon: 'key' },
];

/** The five tiles of the dashboard (docs/product.md#screens). */
export const tiles: readonly MenuEntry[] = [
  queue('myOrder', 'user-check'),
  queue('newOrder', 'inbox'),
  queue('priorityOrder', 'zap'),
  queue('pendingOrder', 'credit-card'),
  queue('completedOrder', 'circle-check'),
];

/** What waits for somebody to act before it is too late; the dashboard shows it below its tiles. */
export const attention: readonly MenuEntry[] = [...workMenu, ...sideMenu].filter(({ path }) =>
  ([routes.atRisk, routes.withoutCard, routes.requests, routes.disputes] as string[]).includes(path),
);
