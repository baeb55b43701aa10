import { idOfRow, type Ticking } from '@/components/data-table';
import { choice, useKeys } from '@/hooks/use-keys';
import { useStaff } from '@/hooks/use-can';
import { changeAll } from '@/hooks/call-api';
import { say } from '@/hooks/use-toasts';
import type { ListedOrder } from '@/components/order-list/listed-order';
import { isTaken } from '@/components/order-list/view-order';
import { readAgain } from '@/writes/read-again';
import { router } from '@inertiajs/react';
import { bulkLimit } from '@shared/limits';
import { movesFrom, type MoveTarget, statusRows } from '@shared/order-statuses';
import type { Role } from '@shared/roles';
import { routes } from '@shared/routes';
import { useEffect, useRef } from 'react';

type List<Row> = {
  rows: Row[];
  /** As the table has it. */
  rowKey: (row: Row) => string | number;
  /** The address of a row's order, by which its page leads back here. */
  hrefOf: (row: Row) => string;
  selected: ReadonlyMap<string, unknown>;
  set: (rows: Row[], on: boolean) => void;
  drop: (ids: string[]) => void;
  clear: () => void;
  ticking: Ticking<Row>;
  /** Whether the list has ticks. */
  ticks: boolean;
};

/** The keys of a list (docs/product.md#keys). The current row is the one that has the focus, or had it last. */
export function useListKeys<Row extends ListedOrder>(list: List<Row>): void {
  const { rows, hrefOf, selected, ticks } = list;
  const staff = useStaff();
  const { place, step } = useCurrentRow(list);
  const { onTick, onTickRange } = useTickKeys(list, place);
  const change = useChange(list);
  useRowOfAddress();

  /** The ticked orders, else the current one. */
  function ids(): string[] {
    const row = rows[place()];
    return selected.size > 0 ? [...selected.keys()] : row ? [row.encoded_id] : [];
  }

  function onOpen() {
    const row = rows[place()];
    if (row && !isTaken(row.assign_to, staff)) router.visit(hrefOf(row));
  }

  function onTake() {
    if (ids().length > 0) void change(routes.api.assign, ids(), { assignto: staff.name });
  }

  function onMove() {
    const first = selected.size > 0 ? rows.find(({ encoded_id }) => selected.has(encoded_id)) : rows[place()];
    if (!first) return;
    const all = ids();
    const title = all.length === 1 ? `Move order ${first.order_id}` : `Move ${all.length.toLocaleString('en')} orders`;
    const act = (target: MoveTarget) => void change(routes.api.move, all, { updatingStatus: target });
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
    leave: selected.size > 0 ? list.clear : undefined,
  });
}

/** `place` is the index of the current row, -1 when there is none; `step` makes the next or previous one current. */
function useCurrentRow<Row>({ rows, rowKey }: Pick<List<Row>, 'rows' | 'rowKey'>) {
  const current = useRef<string | number>(undefined);

  function place(): number {
    const focused = document.activeElement?.closest<HTMLElement>('tr[id]')?.id;
    const isIt = (row: Row) => (focused ? idOfRow(rowKey(row)) === focused : rowKey(row) === current.current);
    return rows.findIndex(isIt);
  }

  function step(by: 1 | -1) {
    const from = place();
    const to = rows[from === -1 ? 0 : from + by];
    if (!to) return;
    focusRow(idOfRow(rowKey(to)));
    current.current = rowKey(to);
  }

  return { place, step };
}

/** Ticks the current row, or all from the row that was ticked last to the current one. */
function useTickKeys<Row extends ListedOrder>(
  { rows, rowKey, selected, set, ticking }: List<Row>,
  place: () => number,
) {
  const lastTicked = useRef<string | number>(undefined);

  function onTick() {
    const row = rows[place()];
    if (!row || !ticking.canTick(row)) return;
    lastTicked.current = rowKey(row);
    set([row], !selected.has(row.encoded_id));
  }

  function onTickRange() {
    const [from, to] = [rows.findIndex((row) => rowKey(row) === lastTicked.current), place()].sort((a, b) => a - b);
    if (from === undefined || to === undefined || from < 0) return onTick();
    set(rows.slice(from, to + 1).filter(ticking.canTick), true);
  }

  return { onTick, onTickRange };
}

/** Returns a function that changes orders, in batches, and reads the list again. */
function useChange<Row>({ drop }: Pick<List<Row>, 'drop'>) {
  return async (path: string, ids: string[], more: object) => {
    const bodies = [];
    for (let from = 0; from < ids.length; from += bulkLimit) {
      bodies.push({ orderId: ids.slice(from, from + bulkLimit), ...more });
    }
    const { type, message, failed, undo, through, lost } = await changeAll(path, bodies);
    void say({ type, message, failed: failed.slice(0, 20), undo: undo.length > 0 ? undo : undefined });
    drop(ids.slice(0, through * bulkLimit));
    await readAgain({ quietly: lost });
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
