import { can } from './permissions.js';
import type { Role } from './roles.js';

/** What a customer reads instead of a status (docs/visitors.md#visitors). */
export const visitorStates = ['received', 'in progress', 'ready', 'refunded'] as const;
type VisitorState = (typeof visitorStates)[number];

type StatusRow = {
  /**
   * The label of the button that moves an order to this status. Absent for statuses that only intake, payment or
   * promotion set.
   */
  button?: string;
  /** The letter that moves an order to this status, after `m` (docs/screens.md#keys). */
  key?: string;
  /** The confirmation question before a move to this status, which ends the work. The button is red and comes last. */
  asks?: string;
  /** The usual next status of an order in this status. Its button comes first, as the main button. */
  next?: MoveTarget;
  /** The usual next status once the card was sent. */
  nextWithCard?: MoveTarget;
  /**
   * Whether a move to this status completes an order. It is asked about while no card has been sent, and where nothing was
   * paid.
   */
  completes?: true;
  /**
   * Set while an order in this status may still have to be submitted to the authority. `now`: it can be submitted.
   * `later`: it must first be paid or enter the submission window. `cardless`: it counts as unsubmitted only while it has
   * no card.
   */
  unsubmitted?: 'now' | 'later' | 'cardless';
  /** What an order in this status waits for, as lists say it below the status. Absent where nothing is to be done. */
  waits?: string;
  /** Whether the customer has to do something: once it is done, the order goes to its queue by itself. */
  waitsForCustomer?: true;
  /** The colour token of the status's badge (client/styles/theme.css). */
  tone: string;
  /** What a visitor sees instead of the internal name (docs/orders.md#statuses-and-moves). */
  visitor: Exclude<VisitorState, 'ready'>;
  /** Whether an order in this status can have defence packs (docs/orders.md#statuses-and-moves). */
  packs?: true;
  /** Whether an order in this status has no invoice (docs/evidence.md#invoices). */
  uninvoiced?: true;
  /** Whether the visitor may fetch the card in this status even if it was never mailed (docs/visitors.md#visitors). */
  delivered?: true;
  /** Whether no visitor may fetch the card in this status, even if it was mailed, and no member may send one. */
  withdrawn?: true;
  /** Whether nothing was paid for an order in this status, so that its card and its completion are asked about. */
  unpaid?: true;
  /**
   * Whether the work on an order is over in this status: it leaves My Orders and can't be assigned
   * (docs/orders.md#holds).
   */
  settled?: true;
};

/**
 * Every process status, by its wire value (docs/orders.md#statuses-and-moves). A new status needs a row here, and a
 * migration that adds it to the CHECK constraint on `orders.process_status`.
 */
const orderStatuses = {
  New: {
    waits: 'to be submitted',
    tone: 'blue',
    visitor: 'received',
    next: 'AwaitingGovt',
    nextWithCard: 'Completed',
    unsubmitted: 'now',
  },
  Priority: {
    waits: 'to be submitted',
    tone: 'amber',
    visitor: 'received',
    next: 'AwaitingGovt',
    nextWithCard: 'Completed',
    unsubmitted: 'now',
  },
  Pending: {
    waits: 'for the payment',
    tone: 'grey',
    visitor: 'received',
    next: 'Contact Customer',
    nextWithCard: 'Completed',
    unsubmitted: 'later',
    uninvoiced: true,
    unpaid: true,
  },
  Future: {
    waits: 'opens later',
    tone: 'violet',
    visitor: 'received',
    next: 'AwaitingGovt',
    nextWithCard: 'Completed',
    unsubmitted: 'later',
  },
  Awaiting: {
    waits: 'for the customer',
    waitsForCustomer: true,
    tone: 'yellow',
    visitor: 'in progress',
    button: 'Move to Awaiting Response',
    key: 'a',
    next: 'AwaitingGovt',
    nextWithCard: 'Completed',
    unsubmitted: 'now',
  },
  Refunds: {
    tone: 'rose',
    visitor: 'refunded',
    button: 'Move to Completed Refunds',
    key: 'r',
    asks: 'Are you sure you want to move this order to refunds?',
    withdrawn: true,
    settled: true,
  },
  Completed: {
    tone: 'green',
    visitor: 'in progress',
    button: 'Move to Completed Orders',
    key: 'c',
    completes: true,
    packs: true,
    delivered: true,
    settled: true,
  },
  Deleted: {
    tone: 'neutral',
    visitor: 'in progress',
    button: 'Move to Delete',
    key: 'd',
    asks: 'Are you sure you want to delete?',
    withdrawn: true,
    settled: true,
    uninvoiced: true,
  },
  'Contact Customer': {
    waits: 'for a call',
    waitsForCustomer: true,
    tone: 'orange',
    visitor: 'in progress',
    button: 'Move to Contact Customer',
    key: 't',
    next: 'Customer Called',
    nextWithCard: 'Completed',
    unsubmitted: 'cardless',
    packs: true,
    delivered: true,
  },
  AwaitingGovt: {
    waits: 'for the authority',
    tone: 'indigo',
    visitor: 'in progress',
    button: 'Move to Awaiting Govt',
    key: 'g',
    next: 'Completed',
  },
  'Customer Called': {
    waits: 'to be finished',
    tone: 'teal',
    visitor: 'in progress',
    button: 'Move to Customer Called',
    key: 'l',
    next: 'Completed',
    unsubmitted: 'cardless',
    packs: true,
    delivered: true,
  },
} as const satisfies Record<string, StatusRow>;

export type OrderStatus = keyof typeof orderStatuses;

/** The same table with the full row type. */
export const statusRows: Readonly<Record<OrderStatus, StatusRow>> = orderStatuses;

export const allStatuses = Object.keys(orderStatuses) as OrderStatus[];

/** The seven statuses a member may move an order to, in button order (docs/orders.md#statuses-and-moves). */
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
export const packStatuses = allStatuses.filter((status) => statusRows[status].packs);

/** The four statuses that intake, payment, promotion and reopening set (docs/orders.md#statuses-and-moves). */
export const enteringStatuses = ['New', 'Priority', 'Pending', 'Future'] as const satisfies OrderStatus[];
export type EnteringStatus = (typeof enteringStatuses)[number];

/** The statuses in which a customer can correct the order (docs/visitors.md#correct-your-details). */
export const correctedStatuses = allStatuses.filter(
  (status) => statusRows[status].waitsForCustomer || (enteringStatuses as readonly OrderStatus[]).includes(status),
);

/** The word for an order that its customer and its shop read. @param hasCard whether the customer may fetch a card now */
export function visitorState(status: OrderStatus, hasCard: boolean): VisitorState {
  return hasCard ? 'ready' : statusRows[status].visitor;
}

/** The usual next status of an order, which is the main button of its page; undefined when there is none. */
export function nextMove(status: OrderStatus, cardSent: boolean): MoveTarget | undefined {
  const { next, nextWithCard } = statusRows[status];
  return (cardSent && nextWithCard) || next;
}

/**
 * What comes next for an order, which is the main button of its page: a move, or its card. An order whose next move completes
 * it needs its card first. Undefined when nothing comes next.
 */
export function nextStep(status: OrderStatus, cardSent: boolean): MoveTarget | 'card' | undefined {
  const next = nextMove(status, cardSent);
  return next !== undefined && statusRows[next].completes && !cardSent ? 'card' : next;
}

/** The facts about an order that the rules below need, on server and browser. */
export type MoveFacts = { status: OrderStatus; held: boolean; refunded: boolean };

/**
 * Whether a member of this role may delete the order (a soft delete). A held order only an Admin may delete
 * (docs/orders.md#holds).
 */
export function mayDelete(role: Role, order: MoveFacts): boolean {
  return order.status !== 'Deleted' && can(role, order.held ? 'orders.delete-held' : 'orders.delete');
}

/** Whether a member of this role may move the order out of its current status (docs/orders.md#holds). */
export function mayLeave(role: Role, order: MoveFacts): boolean {
  if (order.status === 'Deleted') return can(role, 'orders.restore');
  if (order.status === 'Refunds' && order.refunded) return can(role, 'orders.leave-refunded');
  return true;
}

/** The moves a member of this role is offered for an order, in button order (docs/orders.md#holds). */
export function movesFrom(role: Role, order: MoveFacts): MoveTarget[] {
  if (!mayLeave(role, order)) return [];
  return moveTargets.filter((target) => target !== order.status && (target !== 'Deleted' || mayDelete(role, order)));
}
