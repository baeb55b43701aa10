import { idOfRow } from '@/components/data-table';
import type { OfferedMacro } from '@/components/macro-question';
import { isTaken } from '@/components/order-list/view-order';
import { leftUnseen, useWhatBecame } from '@/components/order-list/what-became';
import { useLastProvider } from '@/hooks/last-provider';
import { useStaff } from '@/hooks/use-can';
import { useCardQuestion } from '@/hooks/use-card-question';
import { useKeptRow } from '@/hooks/use-kept-row';
import { choice, useKeys } from '@/hooks/use-keys';
import { useMailQuestion } from '@/hooks/use-mail-question';
import { useMoveQuestion } from '@/hooks/use-move-question';
import { say } from '@/hooks/use-toasts';
import { shown } from '@/writes/read-again';
import { write } from '@/writes/write';
import { router } from '@inertiajs/react';
import type { Macro } from '@shared/answers/macros';
import type { CallRow } from '@shared/call-sheet';
import { seenOf, whyNot } from '@shared/macro-rules';
import { movesFrom } from '@shared/order-statuses';
import type { Pages } from '@shared/pages';
import { isErased } from '@shared/retention';
import { routes } from '@shared/routes';
import { useEffect, useRef, useState } from 'react';

/** How many macros have a key: the first ones. */
const outcomes = 5;

type Outcome = OfferedMacro & { key: string };
export type ShownCall = CallRow & {
  /** How the call ended: what is being sent, or the remark of the last hour; such a row is folded. */
  ended: string | undefined;
  /** What became of the open row by another hand: its keys and buttons do nothing, until the member opens it again. */
  became: string | undefined;
  outcomes: Outcome[];
};
type Choose = (row: CallRow | undefined) => void;
type End = (row: ShownCall, outcome: Outcome) => Promise<void>;
/** The question of an outcome that is looked at before it is mailed, with its order. */
type Asking = { row: CallRow; name: string; macro: OfferedMacro; busy: boolean };
type Asked = { row: ShownCall; outcome: Outcome; busy: boolean };
export type Calls = {
  rows: ShownCall[];
  open: ShownCall | undefined;
  choose: Choose;
  end: End;
  asking: Asking | undefined;
  send: (question: string) => Promise<void>;
  leave: () => void;
};

const keyOf = ({ encoded_id }: CallRow) => encoded_id;
const firstToCall = (rows: CallRow[]) => rows.find(({ remark }) => !remark?.recent);
const nameOf = ({ order_id, full_name }: CallRow) => `order ${order_id}, ${full_name}`;
const capital = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}`;
/** What the question before a move needs to know of a row. */
const aboutOf = (row: CallRow) => ({
  status: row.process_status,
  lacksCard: row.card_due,
  name: capital(nameOf(row)),
});

/**
 * The rows of the sheet, which of them is open, what its buttons do, and the keys for the same. What colleagues do opens no other
 * row, so that an outcome is never written to a customer whom the member did not choose. What an outcome mails is seen first: a
 * question becomes `asking` until `send` or `leave`. While it is being sent it can't be left, so that its answer closes no other
 * question and opens no row behind one that the member has gone to.
 */
export function useCalls({ rows: read, macros, page }: Pages['call-sheet/list']): Calls {
  const mayMove = useMoveQuestion();
  const mayMail = useMailQuestion();
  const askCard = useCardQuestion();
  const mailServiceProvider = useLastProvider();
  const [ended, setEnded] = useState<ReadonlyMap<string, string>>(new Map());
  const [asked, setAsked] = useState<Asked>();
  const kept = useKeptRow(String(page), read, keyOf, firstToCall);
  const rows = useRows(kept.rows, macros, { ended, openRow: kept.current, became: useBecame(kept) });
  const open = rows.find((row) => kept.current && keyOf(row) === keyOf(kept.current));
  const choose = useFocusing(kept.choose, open);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });

  async function end(row: ShownCall, outcome: Outcome) {
    if (outcome.refused !== undefined) return;
    if (outcome.mail === 'question') setAsked({ row, outcome, busy: false });
    else if (await mayMail(outcome, { ...row, name: aboutOf(row).name })) await apply(row, outcome);
  }

  async function send(question: string) {
    if (!asked || asked.busy) return;
    setAsked({ ...asked, busy: true });
    const done = await apply(asked.row, asked.outcome, question);
    setAsked(done ? undefined : asked);
  }

  function leave() {
    setAsked((now) => (now?.busy ? now : undefined));
  }

  /**
   * Applies a macro to a row, folds the row and opens the next one; with a question not before it is sent, so that its text stays.
   * @returns whether it was applied
   */
  async function apply(chosen: ShownCall, outcome: Outcome, question?: string): Promise<boolean> {
    const { id, name, move } = outcome;
    if (move && !(await mayMove(move, aboutOf(chosen)))) return false;
    // a colleague may have been there while a question, or the choice of an outcome, was open
    const row = latest.current.find((one) => keyOf(one) === keyOf(chosen));
    if (!row || row.became !== undefined) {
      await say(nothingDone(row ?? chosen));
      return false;
    }

    const { encoded_id: orderId, version } = row;
    // as the row was when the member chose it: it shows no mails, so a card that was sent since is news
    const { seen_mail: seenMail } = kept.chosen && keyOf(kept.chosen) === keyOf(row) ? kept.chosen : chosen;
    if (question === undefined) fold(row, name);
    const body = { orderId, macroId: id, version, mailServiceProvider, question, seen: seenOf(outcome) };
    const outcomeOf = await askCard(row, seenMail, (known) =>
      write({ method: 'post', path: routes.api.applyMacro, body: { ...body, ...known } }, { about: nameOf(row) }),
    );
    const done = outcomeOf?.done === true;
    if (question !== undefined && done) fold(row, name);
    // from here on the row itself says what came of it
    void shown().then(() => setEnded((before) => new Map([...before].filter(([other]) => other !== orderId))));
    return done;
  }

  /** Folds a row, which says how its call ended, and opens the next one that nobody has dealt with. */
  function fold(row: ShownCall, how: string) {
    setEnded((before) => new Map([...before, [keyOf(row), how]]));
    const next = nextToCall(latest.current, row);
    if (next) choose(next);
    else kept.letGo();
  }

  const asking = asked && {
    row: asked.row,
    name: aboutOf(asked.row).name,
    macro: { ...asked.outcome, refused: whyNotNow(rows, asked.row, asked.outcome) },
    busy: asked.busy,
  };
  const calls = { rows, open, choose, end, asking, send, leave };
  useCallKeys(calls, kept.neighbour);
  return calls;
}

/** Why an outcome can't be applied to its row by now; undefined when it can. */
function whyNotNow(rows: ShownCall[], asked: ShownCall, { id }: Outcome): string | undefined {
  const row = rows.find((one) => keyOf(one) === keyOf(asked));
  const became = row ? row.became : leftUnseen;
  if (became !== undefined) return `${capital(became)}.`;
  return row?.outcomes.find((one) => one.id === id)?.refused;
}

/** What became of the chosen row since the member chose it, by another hand; undefined: nothing. */
function useBecame({ current, chosen, gone }: ReturnType<typeof useKeptRow<CallRow>>): string | undefined {
  const { moved, whyGone } = useWhatBecame();
  if (gone) return whyGone(gone);
  if (!current || !chosen) return undefined;
  const { remark } = current;
  if (remark && remark.at > (chosen.remark?.at ?? '')) return `remark by ${remark.by}: ${remark.text}`;
  return moved(current);
}

function nextToCall(rows: ShownCall[], after: ShownCall): ShownCall | undefined {
  const at = rows.findIndex((row) => keyOf(row) === keyOf(after));
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ ended }) => ended === undefined);
}

function nothingDone(row: ShownCall) {
  return { type: 'error' as const, message: `Nothing was done: ${nameOf(row)}, ${row.became ?? leftUnseen}.` };
}

type Around = { ended: ReadonlyMap<string, string>; openRow: CallRow | undefined; became: string | undefined };

function useRows(rows: CallRow[], macros: Macro[], { ended, openRow, became }: Around): ShownCall[] {
  const staff = useStaff();
  return rows.map((row) => {
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
      became: row === openRow ? became : undefined,
      outcomes: macros
        .slice(0, outcomes)
        .map((macro, at) => ({ ...macro, key: String(at + 1), refused: whyNot(macro, facts) })),
    };
  });
}

/** Chooses a row and gives it the focus. */
function useFocusing(choose: (row: CallRow) => void, open: ShownCall | undefined): Choose {
  const focusNext = useRef(false);
  useEffect(() => {
    if (!focusNext.current || !open) return;
    focusNext.current = false;
    document.querySelector<HTMLElement>(`#${idOfRow(open.encoded_id)} button`)?.focus();
  });

  return (row) => {
    if (!row) return;
    focusNext.current = true;
    choose(row);
  };
}

function useCallKeys(
  { open: chosen, choose, end, asking }: Calls,
  neighbour: (by: 1 | -1) => CallRow | undefined,
): void {
  const staff = useStaff();
  // the dialog of a question may still be loading
  const isFree = asking === undefined;
  const open = isFree && chosen?.became === undefined ? chosen : undefined;
  const follow = (rel: 'tel' | 'whatsapp') =>
    document.querySelector<HTMLElement>(`[aria-expanded=true] ~ * [data-contact=${rel}]`)?.click();

  function onTake(row: ShownCall) {
    const body = { orderId: row.encoded_id, assignto: staff.name, version: row.version };
    void write({ method: 'put', path: routes.api.assign, body }, { about: nameOf(row) });
  }

  function onOutcome(row: ShownCall, pressed: string | undefined) {
    const of = row.outcomes.map((outcome) => ({
      key: outcome.key,
      says: outcome.name,
      act: () => void end(row, outcome),
    }));
    if (pressed === undefined) choice.set({ title: `Order ${row.order_id}, ${row.full_name}`, of });
    else of.find(({ key }) => key === pressed)?.act();
  }

  useKeys({
    down: isFree ? () => choose(neighbour(1)) : undefined,
    up: isFree ? () => choose(neighbour(-1)) : undefined,
    open: open && (() => router.visit(routes.orderOf(open.encoded_id, 'contact-customer'))),
    takeRow: open && (() => onTake(open)),
    outcome: open && ((pressed) => onOutcome(open, pressed)),
    call: open?.phone ? () => follow('tel') : undefined,
    whatsapp: open?.phone ? () => follow('whatsapp') : undefined,
  });
}
