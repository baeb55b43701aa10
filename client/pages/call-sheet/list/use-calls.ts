import { idOfRow } from '@/components/data-table';
import { useLastProvider } from '@/hooks/last-provider';
import { useStaff } from '@/hooks/use-can';
import { choice, useKeys } from '@/hooks/use-keys';
import { useMoveQuestion } from '@/hooks/use-move-question';
import { isTaken } from '@/components/order-list/view-order';
import { shown } from '@/writes/read-again';
import { write } from '@/writes/write';
import { router } from '@inertiajs/react';
import type { Macro } from '@shared/answers/macros';
import type { CallRow } from '@shared/call-sheet';
import { seenOf, whyNot } from '@shared/macro-rules';
import { movesFrom } from '@shared/order-statuses';
import { isErased } from '@shared/retention';
import { routes } from '@shared/routes';
import { useEffect, useRef, useState } from 'react';

/** How many macros have a key: the first ones. */
const outcomes = 5;

type Outcome = Macro & { key: string; refused: string | undefined };
export type ShownCall = CallRow & {
  /** How the call ended: what is being sent, or the remark of the last hour; such a row is folded. */
  ended: string | undefined;
  outcomes: Outcome[];
};
export type Calls = {
  rows: ShownCall[];
  open: ShownCall | undefined;
  choose: (row: ShownCall | undefined) => void;
  end: (row: ShownCall, outcome: Outcome) => Promise<void>;
};

/** The rows of the sheet, which of them is open, what its buttons do, and the keys for the same. */
export function useCalls(read: CallRow[], macros: Macro[]): Calls {
  const mayMove = useMoveQuestion();
  const mailServiceProvider = useLastProvider();
  const [ended, setEnded] = useState<ReadonlyMap<string, string>>(new Map());
  const rows = useRows(read, macros, ended);
  const { open, choose } = useOpenRow(rows);

  /** Applies a macro to a row, folds the row and opens the next one that nobody has dealt with. */
  async function end(row: ShownCall, outcome: Outcome) {
    const { id, name, move, refused } = outcome;
    if (
      refused !== undefined ||
      (move && !(await mayMove(move, { status: row.process_status, lacksCard: row.card_due })))
    )
      return;
    const { encoded_id: orderId, version } = row;
    setEnded((before) => new Map([...before, [orderId, name]]));
    const at = rows.indexOf(row);
    choose([...rows.slice(at + 1), ...rows.slice(0, at)].find((other) => other.ended === undefined) ?? row);
    const body = { orderId, macroId: id, version, mailServiceProvider, seen: seenOf(outcome) };
    await write({ method: 'post', path: routes.api.applyMacro, body });
    // from here on the row itself says what came of it
    await shown();
    setEnded((before) => new Map([...before].filter(([other]) => other !== orderId)));
  }

  useCallKeys({ rows, open, choose, end });
  return { rows, open, choose, end };
}

function useRows(read: CallRow[], macros: Macro[], ended: ReadonlyMap<string, string>): ShownCall[] {
  const staff = useStaff();
  return read.map((row) => {
    const keptBy = isTaken(row.assign_to, staff) ? row.assign_to : null;
    const moves = movesFrom(staff.type, { status: row.process_status, held: row.assign_to !== null, refunded: false });
    const facts = {
      status: row.process_status,
      moves,
      keptBy,
      hasCard: row.has_card,
      isErased: isErased(row.full_name),
    };
    return {
      ...row,
      ended: ended.get(row.encoded_id) ?? (row.remark?.recent ? row.remark.text : undefined),
      outcomes: macros
        .slice(0, outcomes)
        .map((macro, at) => ({ ...macro, key: String(at + 1), refused: whyNot(macro, facts) })),
    };
  });
}

/** The open row: the one that was chosen, else the first that nobody has dealt with. A chosen row gets the focus. */
function useOpenRow(rows: ShownCall[]) {
  const [chosen, setChosen] = useState<string>();
  const focusNext = useRef(false);
  const open = rows.find(({ encoded_id }) => encoded_id === chosen) ?? rows.find((row) => row.ended === undefined);

  useEffect(() => {
    if (!focusNext.current || !open) return;
    focusNext.current = false;
    document.querySelector<HTMLElement>(`#${idOfRow(open.encoded_id)} button`)?.focus();
  });

  function choose(row: ShownCall | undefined) {
    if (!row) return;
    focusNext.current = true;
    setChosen(row.encoded_id);
  }

  return { open, choose };
}

function useCallKeys({ rows, open, choose, end }: Calls): void {
  const staff = useStaff();
  const step = (by: 1 | -1) => choose(rows[open ? rows.indexOf(open) + by : 0]);
  const follow = (rel: 'tel' | 'whatsapp') =>
    document.querySelector<HTMLElement>(`[aria-expanded=true] ~ * [data-contact=${rel}]`)?.click();

  function onTake(row: ShownCall) {
    const body = { orderId: row.encoded_id, assignto: staff.name, version: row.version };
    void write({ method: 'put', path: routes.api.assign, body });
  }

  function onOutcome(row: ShownCall, pressed: string | undefined) {
    const of = row.outcomes.map((outcome) => ({
      key: outcome.key,
      says: outcome.name,
      act: () => void end(row, outcome),
    }));
    if (pressed === undefined) choice.set({ title: `Order ${row.order_id}`, of });
    else of.find(({ key }) => key === pressed)?.act();
  }

  useKeys({
    down: () => step(1),
    up: () => step(-1),
    open: open && (() => router.visit(routes.orderOf(open.encoded_id, 'contact-customer'))),
    takeRow: open && (() => onTake(open)),
    outcome: open && ((pressed) => onOutcome(open, pressed)),
    call: open?.phone ? () => follow('tel') : undefined,
    whatsapp: open?.phone ? () => follow('whatsapp') : undefined,
  });
}
