import { can } from './permissions.js';
import type { Role } from './roles.js';

type StatusRow = {
  /** The text of the button that moves an order here; absent for statuses that only intake, payment or promotion enter. */
  button?: string;
  /** What is asked before a move here, which ends the work: such a button stands last, in red. */
  asks?: string;
  /** Where an order most likely goes from here: that button stands first. */
  next?: MoveTarget;
  /**
   * That the card has not gone to the authority yet: it can `now`, or `later`, once paid or inside the window; or it may not
   * have, as long as the order is `cardless`.
   */
  unsubmitted?: 'now' | 'later' | 'cardless';
  /** The colour token of its badge (client/styles/theme.css). */
  tone: string;
  /** What a visitor is told instead of the internal name (api: Visitors). */
  visitor: 'received' | 'in progress' | 'refunded';
  /** Whether defence packs may be made in it (spec §2). */
  packs?: true;
  /** Whether there is no invoice in it (api: send-invoice). */
  uninvoiced?: true;
  /** Whether the card counts as handed over, so that the visitor may fetch it (api: Visitors). */
  delivered?: true;
  /** Whether an order in it leaves My Orders although somebody holds it (decisions: Orders). */
  settled?: true;
};

/** Every process status, by its wire value (decisions: Orders). A new status is a new row. */
export const orderStatuses = {
  New: { tone: 'blue', visitor: 'received', next: 'AwaitingGovt', unsubmitted: 'now' },
  Priority: { tone: 'amber', visitor: 'received', next: 'AwaitingGovt', unsubmitted: 'now' },
  Pending: { tone: 'grey', visitor: 'received', next: 'Contact Customer', unsubmitted: 'later', uninvoiced: true },
  Future: { tone: 'violet', visitor: 'received', next: 'AwaitingGovt', unsubmitted: 'later' },
  Awaiting: {
    tone: 'yellow',
    visitor: 'in progress',
    button: 'Move to Awaiting Response',
    next: 'AwaitingGovt',
    unsubmitted: 'now',
  },
  Refunds: {
    tone: 'rose',
    visitor: 'refunded',
    button: 'Move to Completed Refunds',
    asks: 'Are you sure you want to move this order to refunds?',
    settled: true,
  },
  Completed: {
    tone: 'green',
    visitor: 'in progress',
    button: 'Move to Completed Orders',
    packs: true,
    delivered: true,
    settled: true,
  },
  Deleted: {
    tone: 'neutral',
    visitor: 'in progress',
    button: 'Move to Delete',
    asks: 'Are you sure you want to delete?',
    settled: true,
    uninvoiced: true,
  },
  'Contact Customer': {
    tone: 'orange',
    visitor: 'in progress',
    button: 'Move to Contact Customer',
    next: 'Customer Called',
    unsubmitted: 'cardless',
    packs: true,
    delivered: true,
  },
  AwaitingGovt: { tone: 'indigo', visitor: 'in progress', button: 'Move to Awaiting Govt', next: 'Completed' },
  'Customer Called': {
    tone: 'teal',
    visitor: 'in progress',
    button: 'Move to Customer Called',
    next: 'Completed',
    unsubmitted: 'cardless',
    packs: true,
    delivered: true,
  },
} as const satisfies Record<string, StatusRow>;

export type OrderStatus = keyof typeof orderStatuses;

/** The same table with every row seen at its full width. */
export const statusRows: Readonly<Record<OrderStatus, StatusRow>> = orderStatuses;

export const allStatuses = Object.keys(orderStatuses) as OrderStatus[];

/** The seven statuses a member may move an order to, in the order of their buttons (spec §4). */
export const moveTargets = allStatuses.filter((status) => statusRows[status].button) as MoveTarget[];

export type MoveTarget =
  | 'Awaiting'
  | 'Refunds'
  | 'Completed'
  | 'Deleted'
  | 'Contact Customer'
  | 'AwaitingGovt'
  | 'Customer Called';

export const settledStatuses = allStatuses.filter((status) => statusRows[status].settled);
export const deliveredStatuses = allStatuses.filter((status) => statusRows[status].delivered);
export const packStatuses = allStatuses.filter((status) => statusRows[status].packs);

/** The four queues that intake, payment and promotion fill; also where reopen leads (decisions: Orders). */
export const enteringStatuses = ['New', 'Priority', 'Pending', 'Future'] as const satisfies OrderStatus[];
export type EnteringStatus = (typeof enteringStatuses)[number];

/** What a rule about an order looks at, whichever side asks. */
export type MoveFacts = { status: OrderStatus; held: boolean; refunded: boolean };

/** Whether a member of this role may soft-delete such an order: held ones only Admin (api: Who may change what). */
export function mayDelete(role: Role, order: MoveFacts): boolean {
  return order.status !== 'Deleted' && can(role, order.held ? 'orders.delete-held' : 'orders.delete');
}

/** Whether a member of this role may take an order out of the status it has (api: Who may change what). */
export function mayLeave(role: Role, order: MoveFacts): boolean {
  if (order.status === 'Deleted') return can(role, 'orders.restore');
  if (order.status === 'Refunds' && order.refunded) return can(role, 'orders.leave-refunded');
  return true;
}

/** The moves a member of this role is offered for an order, in button order (spec §4, api: Who may change what). */
export function movesFrom(role: Role, order: MoveFacts): MoveTarget[] {
  if (!mayLeave(role, order)) return [];
  return moveTargets.filter((target) => target !== order.status && (target !== 'Deleted' || mayDelete(role, order)));
}
