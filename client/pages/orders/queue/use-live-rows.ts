import { newsOf } from '@/components/order-list/what-became';
import { useStaff } from '@/hooks/use-can';
import { Live, useLive } from '@/hooks/use-live';
import { router } from '@inertiajs/react';
import { cardDoubts } from '@shared/card-verdicts';
import { allInboxMarks } from '@shared/inbox-marks';
import type { LiveChange, LiveMark } from '@shared/live';
import { type QueueFilter, queueRows } from '@shared/order-queues';
import { statusRows } from '@shared/order-statuses';
import type { OrderRow } from '@shared/orders';
import type { Pages } from '@shared/pages';
import { use, useEffect, useMemo, useRef, useState } from 'react';

/** A row with a change made since the list was read; `left` means that it no longer belongs to the list. */
export type LiveRow = OrderRow & { news?: { left: boolean; text: string } };

type Cards = ReadonlyMap<number, { due: boolean; receivedAt: number }>;

/** By order and mark. */
type Marks = ReadonlyMap<string, LiveMark & { receivedAt: number }>;

type Changes = ReadonlyMap<number, LiveChange & { receivedAt: number }>;

type Received = { changes: Changes; cards: Cards; marks: Marks };

/**
 * `receivedAt` of changes that were received before the list was shown. A row's version says whether it already includes such a
 * change. An order without a row has no version to compare, so `arrived` leaves these changes out.
 */
const beforeShown = -1;

/**
 * The rows of a list with colleagues' changes applied in place. A row that no longer belongs to the list stays, marked, until
 * the list is read again. `arrived` counts the orders that the next read would add. `unsure` is true for a list with a search,
 * a month or a filter, because then only the server knows which orders match. `said` is the last change in words.
 */
export function useLiveRows(list: Pages['orders/queue'], onMissed: () => string[]) {
  const { queue, orders, search, month, filters } = list;
  const { filter } = queueRows[queue];
  const me = useStaff().name;
  const { received, said } = useReceived(list, onMissed);
  const rows = useMemo(
    () => (isNothing(received) ? orders : orders.map((read) => liveRow(read, received, { filter, me }))),
    [orders, received, filter, me],
  );
  const arrived = useMemo(() => {
    const here = new Set(orders.map(({ order_id }) => order_id));
    const news = [...received.changes.values()].filter(
      ({ id, receivedAt }) => !here.has(id) && receivedAt !== beforeShown,
    );
    return news.filter((change) => arrives(filter, change, me)).length;
  }, [orders, received, filter, me]);

  return { rows, arrived, unsure: Boolean(search || month || filters.length > 0), said };
}

/** Everything that was received since the list was read, and the last change in words. */
function useReceived({ orders }: Pages['orders/queue'], onMissed: () => string[]) {
  const me = useStaff().name;
  const { recent } = use(Live);
  const [changes, setChanges] = useState<Changes>(() => withChanges(new Map(), recent(), beforeShown));
  const [cards, setCards] = useState<Cards>(new Map());
  const [marks, setMarks] = useState<Marks>(new Map());
  const [said, setSaid] = useState('');
  useLive({
    onMissed,
    onCards: (changed) => {
      const receivedAt = performance.now();
      setCards((before) => new Map([...before, ...changed.map(({ id, due }) => [id, { due, receivedAt }] as const)]));
    },
    onMarks: (changed) => {
      const receivedAt = performance.now();
      setMarks(
        (before) =>
          new Map([...before, ...changed.map((one) => [`${one.id} ${one.mark}`, { ...one, receivedAt }] as const)]),
      );
    },
    onChanges: (news) => {
      const receivedAt = performance.now();
      setChanges((before) => withChanges(before, news, receivedAt));
      const sentence = sentenceOf(
        orders,
        news.filter(({ by }) => by !== me),
      );
      if (sentence) setSaid(sentence);
    },
  });

  // rows that were just read include the changes received before they were requested
  useReadings((askedAt) => {
    setChanges((before) => since(askedAt, before));
    setCards((before) => since(askedAt, before));
    setMarks((before) => since(askedAt, before));
  });

  return { received: useMemo(() => ({ changes, cards, marks }), [changes, cards, marks]), said };
}

/** A row with everything that was received since it was read. */
function liveRow(read: OrderRow, received: Received, { filter, me }: { filter: QueueFilter; me: string }): LiveRow {
  const order = {
    ...marked(read, received.marks),
    card_due: received.cards.get(read.order_id)?.due ?? read.card_due,
  };
  const change = received.changes.get(order.order_id);
  if (!change || change.version <= order.version) return order;

  const { to: process_status, holder: assign_to, version } = change;
  const news = { left: !belongs(filter, change, me), text: newsOf(order, change) };
  const isSame = assign_to === order.assign_to;
  return { ...order, process_status, assign_to, held_since: isSame ? order.held_since : null, version, news };
}

/** The changes of the shown rows in words; '' when no row changed. */
function sentenceOf(orders: OrderRow[], changes: LiveChange[]): string {
  const texts = orders.flatMap((order) => {
    const change = changes.findLast(({ id }) => id === order.order_id);
    return change ? [`Order ${order.order_id} ${newsOf(order, change)}.`] : [];
  });
  return texts.length > 3 ? `${texts.length} orders of this list have changed.` : texts.join(' ');
}

function isNothing({ changes, cards, marks }: Received): boolean {
  return changes.size + cards.size + marks.size === 0;
}

/** The entries that were received after a read was asked for. */
function since<Key, Entry extends { receivedAt: number }>(askedAt: number, entries: ReadonlyMap<Key, Entry>) {
  return new Map([...entries].filter(([, { receivedAt }]) => receivedAt >= askedAt));
}

function withChanges(before: Changes, changes: LiveChange[], receivedAt: number): Changes {
  return new Map([...before, ...changes.map((change) => [change.id, { ...change, receivedAt }] as const)]);
}

/** A row with the marks that it got or lost since it was read. */
function marked(order: OrderRow, marks: Marks): OrderRow {
  const isOn = (mark: LiveMark['mark']) => marks.get(`${order.order_id} ${mark}`)?.on;
  return {
    ...order,
    has_request: isOn('request') ?? order.has_request,
    inbox_marks: allInboxMarks.filter((mark) => isOn(mark) ?? order.inbox_marks.includes(mark)),
    card_doubt: cardDoubts.find((doubt) => isOn(doubt) ?? order.card_doubt === doubt) ?? null,
  };
}

/** Calls `onRead` after each read of the list, with the time of its request by `performance.now()`. */
function useReadings(onRead: (askedAt: number) => void) {
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });

  useEffect(() => {
    const asked = new Map<string, number>();
    let failedAt = 0;
    const onTrouble = () => void (failedAt = performance.now());
    const stops = [
      router.on('start', ({ detail: { visit } }) => void (isReading(visit) && asked.set(visit.id, performance.now()))),
      router.on('networkError', onTrouble),
      router.on('httpException', onTrouble),
      router.on('finish', ({ detail: { visit } }) => {
        const askedAt = asked.get(visit.id);
        asked.delete(visit.id);
        if (askedAt !== undefined && visit.completed && failedAt < askedAt) latest.current(askedAt);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** Whether a visit reads the rows from the start; a further batch of All rows keeps the URL and the rows before it. */
function isReading({ only, preserveUrl }: { only: string[]; preserveUrl: boolean }): boolean {
  return only.length === 0 || (only.includes('orders') && !preserveUrl);
}

/** Whether an order belongs to the list after the change. */
export function belongs(filter: QueueFilter, { to, holder }: LiveChange, me: string): boolean {
  if ('everything' in filter) return true;
  if ('heldByMe' in filter) return holder === me && !statusRows[to].settled;
  return filter.status === to;
}

/** Whether somebody else's change brings an order into the list. */
export function arrives(filter: QueueFilter, change: LiveChange, me: string): boolean {
  if (change.by === me || !belongs(filter, change, me)) return false;
  if ('everything' in filter) return change.from === null;
  return 'heldByMe' in filter || change.from !== change.to;
}
