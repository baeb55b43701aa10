import { idOfRow } from '@/components/data-table';
import { choice, useKeys } from '@/hooks/use-keys';
import { useStaff } from '@/hooks/use-can';
import { changeAll, newsOf } from '@/hooks/call-api';
import { say } from '@/hooks/use-toasts';
import { noneSeen } from '@/components/order-list/bulk-actions';
import type { ListedOrder } from '@/components/order-list/listed-order';
import type { Listed } from '@/components/order-list/use-listed-rows';
import type { Ticked } from '@/components/order-list/use-ticking';
import { isTaken } from '@/components/order-list/view-order';
import { readAgain } from '@/writes/read-again';
import { router } from '@inertiajs/react';
import { bulkLimit } from '@shared/limits';
import { movesFrom, type MoveTarget, statusRows } from '@shared/order-statuses';
import type { Role } from '@shared/roles';
import { routes } from '@shared/routes';
import { useEffect, useRef } from 'react';

type List<Row> = {
  listed: Listed<Row>;
  /** As the table has it. */
  rowKey: (row: Row) => string | number;
  /** The address of a row's order, by which its page leads back here. */
  hrefOf: (row: Row) => string;
  ticked: Ticked<Row>;
  /** Whether the list has ticks. */
  ticks: boolean;
};

/** The keys of a list (docs/screens.md#keys). On a row that has left the list they do nothing. */
export function useListKeys<Row extends ListedOrder>(list: List<Row>): void {
  const { listed, rowKey, hrefOf, ticked, ticks } = list;
  const { selected } = ticked;
  const staff = useStaff();
  const row = listed.current?.news?.left ? undefined : listed.current;
  const { onTick, onTickRange } = useTickKeys(list, row);
  const change = useChange(ticked.drop, listed.letGo);
  useRowOfAddress();

  // the ticked orders, else the current one
  const ids = selected.size > 0 ? [...selected.keys()] : row ? [row.encoded_id] : [];
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
  });

  function step(by: 1 | -1) {
    const to = listed.neighbour(by);
    if (!to) return;
    listed.choose(to);
    focusRow(idOfRow(rowKey(to)));
  }

  function onOpen() {
    if (row && !isTaken(row.assign_to, staff)) router.visit(hrefOf(row));
  }

  function onTake() {
    if (ids.length > 0) void change(routes.api.assign, ids, { assignto: staff.name });
  }

  function onMove() {
    const first = selected.size > 0 ? listed.rows.find(({ encoded_id }) => selected.has(encoded_id)) : row;
    if (!first || ids.length === 0) return;
    const title = ids.length === 1 ? `Move order ${first.order_id}` : `Move ${ids.length.toLocaleString('en')} orders`;

    function act(updatingStatus: MoveTarget) {
      // colleagues may have been there before the letter
      const still = ids.filter((id) => latest.current.includes(id));
      if (still.length > 0) void change(routes.api.move, still, { updatingStatus, ...noneSeen });
      else void say({ type: 'error', message: 'Nothing was moved: what you chose has left the list.' });
    }
    const of = targetsOf(first, staff.type).map((says) => ({ key: statusRows[says].key!, says, act: () => act(says) }));
    choice.set({ title, of });
  }

  useKeys({
    down: () => step(1),
    up: () => step(-1),
    open: onOpen,
    tick: ticks ? onTick : undefined,
    tickRange: ticks ? onTickRange : undefined,
    takeRow: onTake,
    moveRow: onMove,
    leave: selected.size > 0 ? ticked.clear : undefined,
  });
}

/** Ticks the current row, or all from the row that was ticked last to the current one. */
function useTickKeys<Row extends ListedOrder>(
  { listed: { rows }, rowKey, ticked: { selected, set, ticking } }: List<Row>,
  row: Row | undefined,
) {
  const lastTicked = useRef<string | number>(undefined);

  function onTick() {
    if (!row || !ticking.canTick(row)) return;
    lastTicked.current = rowKey(row);
    set([row], !selected.has(row.encoded_id));
  }

  function onTickRange() {
    const from = rows.findIndex((one) => rowKey(one) === lastTicked.current);
    if (from < 0 || !row) return onTick();
    const [first, last] = [from, rows.indexOf(row)].sort((a, b) => a - b) as [number, number];
    set(rows.slice(first, last + 1).filter(ticking.canTick), true);
  }

  return { onTick, onTickRange };
}

/** Returns a function that changes orders, in batches, and reads the list again. */
function useChange(drop: (ids: string[]) => void, letGo: () => void) {
  return async (path: string, ids: string[], more: object) => {
    const bodies = [];
    for (let from = 0; from < ids.length; from += bulkLimit) {
      bodies.push({ orderId: ids.slice(from, from + bulkLimit), ...more });
    }
    const result = await changeAll(path, bodies);
    void say(newsOf(result));
    drop(ids.slice(0, result.through * bulkLimit));
    letGo();
    await readAgain({ quietly: result.lost });
  };
}

/** The moves that a key offers for an order. What ends the work on an order asks first, on its page. */
function targetsOf({ process_status: status, assign_to, refund_date = null }: ListedOrder, role: Role): MoveTarget[] {
  const targets = movesFrom(role, { status, held: assign_to !== null, refunded: refund_date !== null });
  return targets.filter((target) => !statusRows[target].asks);
}

/** Gives the row that the address names the focus, when an order's page leads back to it. */
export function useRowOfAddress(): void {
  useEffect(() => {
    focusRow(window.location.hash.slice(1));
  }, []);
}

/** Gives a row the focus and shows it. */
function focusRow(id: string): void {
  const row = id.startsWith('row-') ? document.getElementById(id) : null;
  if (!row) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
