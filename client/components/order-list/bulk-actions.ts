import type { ButtonTone } from '@/components/button';
import { deleteQuestion } from '@/components/confirm';
import type { Question } from '@/components/question';
import { useCan } from '@/hooks/use-can';
import { formRefusal } from '@shared/authority-form';
import { moneyTaken } from '@shared/dispute-states';
import { bulkLimit } from '@shared/limits';
import { bouncedAt, sendThisToo } from '@shared/mail-kinds';
import { mailProviders } from '@shared/mail-providers';
import type { BulkAction, BulkActions } from '@shared/order-queues';
import { moveTargets, type OrderStatus, statusRows } from '@shared/order-statuses';
import { can, type Permission } from '@shared/permissions';
import type { Role } from '@shared/roles';
import { routes } from '@shared/routes';

/** What a selection keeps of an order: its status, and the newest mail when it was ticked (docs/orders.md#queues). */
export type Kept = { status: OrderStatus; seenMail: number };
/** By the orders' encoded ids. */
export type Selected = ReadonlyMap<string, Kept>;
type Batch = [id: string, kept: Kept][];

/** A choice of a bulk action's dialog, and what is sent for it. */
export type Choice = {
  label: string;
  hint?: string | undefined;
  /** Shown as its badge. */
  status?: OrderStatus;
  /** Shown with an avatar. */
  isMember?: true;
  /** Asked before it is done. */
  question?: Question | undefined;
  body: object;
};
export type Choices = { title: string; of: Choice[] };

/** Who acts on which orders, and with which other actions in the list. */
type About = { selected: Selected; me: { name: string; type: Role }; colleagues: string[]; actions: BulkAction[] };

type BulkRow = {
  label: string;
  tone?: ButtonTone;
  /** The question before the action, or its dialog (docs/orders.md#queues). */
  question?: Question;
  choose?: (about: About) => Choices;
  method?: 'post';
  path: string;
  body: (batch: Batch, memberName: string) => object;
  /** It only begins here: the frame shows its progress. */
  begins?: true;
  /** What is asked about orders that were refused, in the order of the server's own questions. */
  again?: Again[];
};

/** Asks about the orders that were refused with such a sentence, and sends them again with the answer. */
type Again = {
  see: Permission;
  refused: (message: string) => boolean;
  asks: (orders: string) => string;
  body: object;
};

const ids = (batch: Batch) => batch.map(([id]) => id);
const orderIds = (batch: Batch) => ({ orderId: ids(batch) });
const orders = (n: number) => (n === 1 ? 'one order' : `${n.toLocaleString('en')} orders`);

/** An order whose customer wrote what nobody has read is left alone, with the words (docs/mail.md#unread-messages). */
export const noneSeen = { seenMessage: 0 };

/** The actions on selected orders; a list's row in src/shared/order-queues.ts names those it has. */
export const bulkActions: Record<BulkAction, BulkRow> = {
  assign: {
    label: 'Assign to me',
    tone: 'primary',
    question: { text: 'Are you sure want to assigned orders.' },
    path: routes.api.assign,
    body: (batch, assignto) => ({ ...orderIds(batch), assignto }),
  },
  release: {
    label: 'Move to Original Folder',
    tone: 'primary',
    question: { text: 'Are you sure want to move orders to original orders.' },
    path: routes.api.assign,
    body: (batch) => ({ ...orderIds(batch), assignto: '' }),
  },
  markRefunded: {
    label: 'Refunded it',
    tone: 'primary',
    question: { text: 'Are you sure you want to mark these orders as refunded?' },
    path: routes.api.markRefunded,
    body: (batch) => ({ orders: batch.map(([id, { status }]) => ({ id, status })), ...noneSeen }),
    again: [
      {
        see: 'disputes.refund-disputed',
        refused: (message) => message.startsWith(moneyTaken),
        asks: (which) => `${moneyTaken} (${which}). Mark as refunded anyway?`,
        body: { despiteDispute: true },
      },
    ],
  },
  handOver: { label: 'Hand over…', choose: colleaguesFor, path: routes.api.assign, body: orderIds },
  move: {
    label: 'Move…',
    choose: movesOf,
    path: routes.api.move,
    body: (batch) => ({ ...orderIds(batch), ...noneSeen }),
    again: [
      {
        see: 'orders.work',
        refused: (message) => message.startsWith(formRefusal),
        asks: (which) => `${formRefusal} values of ${which}. Was it submitted anyway?`,
        body: { checkForm: false },
      },
    ],
  },
  resend: {
    label: 'Resend…',
    choose: ({ selected }) => ({
      title: `Mail the card of ${orders(selected.size)} again`,
      of: mailProviders.map((provider) => ({
        label: `By ${provider}`,
        hint: 'to each order’s contact address',
        question: hasUnpaid(selected)
          ? { text: 'Nothing was paid for some of these orders. Send their cards anyway?' }
          : undefined,
        body: { mailServiceProvider: provider },
      })),
    }),
    method: 'post',
    path: routes.api.resendCards,
    body: (batch) => ({
      ...orderIds(batch),
      ...noneSeen,
      seenMail: Math.min(...batch.map(([, { seenMail }]) => seenMail)),
    }),
    again: [
      {
        see: 'mail.send',
        refused: (message) => message.endsWith(sendThisToo),
        asks: (which) => `A card was sent for ${which} since the list was read. ${sendThisToo}`,
        body: {},
      },
      {
        see: 'mail.send',
        refused: (message) => message.startsWith(bouncedAt),
        asks: (which) => `Mails bounced at the address of ${which}. Send them there anyway?`,
        body: { despiteBounce: true },
      },
    ],
  },
  packs: {
    label: 'Make packs…',
    choose: ({ selected }) => ({
      title: `Make the packs of ${orders(selected.size)}`,
      of: [
        { label: 'Defence Pack 1', hint: 'the service was delivered', body: { defencePackType: 1 } },
        { label: 'Defence Pack 2', hint: 'the cardholder took part', body: { defencePackType: 2 } },
      ],
    }),
    method: 'post',
    path: routes.api.orderPacks,
    body: orderIds,
    begins: true,
  },
  delete: {
    label: 'Delete Order',
    tone: 'danger-quiet',
    question: deleteQuestion,
    path: routes.api.remove,
    body: orderIds,
  },
};

/** The actions of a list that this member may take. */
export function useBulkActions(bulk: BulkActions): BulkAction[] {
  const mayI = useCan();
  return (Object.keys(bulkActions) as BulkAction[]).filter((action) => bulk[action] && mayI(bulk[action]));
}

/** Splits the selection into batches that one request may carry. */
export function batchesOf(selected: Selected): Batch[] {
  return inBatches([...selected]);
}

/** The same for what is left of it. */
export function inBatches<Item>(all: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(all.length / bulkLimit) }, (_, index) =>
    all.slice(index * bulkLimit, (index + 1) * bulkLimit),
  );
}

function colleaguesFor({ selected, me, colleagues, actions }: About): Choices {
  const back = { label: 'Back to their queues', body: { assignto: '' } };
  const others = colleagues.filter((name) => name !== me.name);
  return {
    title: `Hand over ${orders(selected.size)}`,
    of: [
      ...others.map((name) => ({ label: name, isMember: true as const, body: { assignto: name } })),
      ...(actions.includes('release') ? [] : [back]),
    ],
  };
}

function hasUnpaid(selected: Selected): boolean {
  return [...selected.values()].some(({ status }) => statusRows[status].unpaid);
}

function movesOf({ selected, me }: About): Choices {
  const n = orders(selected.size);
  const isUnpaid = hasUnpaid(selected);
  const targets = moveTargets.filter((status) => status !== 'Deleted' || can(me.type, 'orders.delete'));
  return {
    title: `Move ${n}`,
    of: targets.map((status) => {
      const there = [...selected.values()].filter((one) => one.status === status).length;
      const { asks, completes } = statusRows[status];
      const text = completes
        ? `Complete ${n}, also where no card has been sent${isUnpaid ? ' or nothing was paid' : ''}?`
        : `Are you sure you want to move ${n} to ${status}?`;
      return {
        label: status,
        status,
        hint: there > 0 ? `${there.toLocaleString('en')} there already` : undefined,
        question: asks || completes ? { text, dangerous: asks !== undefined } : undefined,
        body: { updatingStatus: status, ...(status === 'AwaitingGovt' && { checkForm: true }) },
      };
    }),
  };
}
