import { type MacroMailKind, mailKindRows } from './mail-kinds.js';
import { erasedOrder, withdrawnCard } from './mail-refusals.js';
import { type MoveTarget, type OrderStatus } from './order-statuses.js';
import { remarkFlags } from './remark-flags.js';

/** The flags that a macro can tick. Chargeback opens a dispute, which an undo could not take back. */
const offered = remarkFlags.filter(({ name }) => name !== 'chargeBack');
export type MacroFlag = Exclude<(typeof remarkFlags)[number]['name'], 'chargeBack'>;
export const macroFlags = offered.map(({ name }) => name) as MacroFlag[];
export const macroTicks = offered as readonly { name: MacroFlag; label: string }[];

/** What a macro does: the parts that a page shows, and sends back when a member applies it (docs/orders.md#macros). */
export const seenParts = { remark: true, flags: true, move: true, mail: true, question: true } as const;
type SeenPart = keyof typeof seenParts;
type Parts = Record<SeenPart, string | readonly string[] | null>;
const partNames = Object.keys(seenParts) as SeenPart[];

/** The parts of a macro as the page shows them. */
export function seenOf<Macro extends Parts>(macro: Macro): Pick<Macro, SeenPart> {
  return Object.fromEntries(partNames.map((part) => [part, macro[part]])) as Pick<Macro, SeenPart>;
}

/** Whether a macro still does what a member saw; a part that wasn't sent counts as the same. */
export function isAsSeen(macro: Parts, seen: { [Part in SeenPart]?: Parts[Part] | undefined }): boolean {
  return partNames.every((part) => seen[part] === undefined || asText(macro[part]) === asText(seen[part]));
}

/** Ticks are the same in any order. */
function asText(part: Parts[SeenPart]): string | null {
  return typeof part === 'object' && part ? part.toSorted().join() : part;
}

type Wanted = { move: MoveTarget | null; mail: MacroMailKind | null };

/** What decides whether a member can apply a macro to an order. */
type MacroFacts = {
  status: OrderStatus;
  /** The moves that this member is offered for the order, as if nobody else held it (order-statuses.ts). */
  moves: readonly MoveTarget[];
  /** Who holds the order, where that keeps this member from changing it. */
  keptBy: string | null;
  /** Whether the order has a card that can be mailed: neither erased, nor from before an amendment. */
  hasCard: boolean;
  /** Whether the customer's data was erased, so that nobody can be mailed (docs/people.md#a-persons-data). */
  isErased: boolean;
};

/** Why a macro can't be applied to an order, as a sentence; undefined when it can (docs/orders.md#macros). */
export function whyNot({ move, mail }: Wanted, facts: MacroFacts): string | undefined {
  const { status, moves, keptBy, hasCard, isErased } = facts;
  if (!move && !mail) return undefined;
  if (keptBy !== null) return `${keptBy} works on this order.`;
  if (move === status) return `The order is in ${status} already.`;
  if (move && !moves.includes(move)) return `You can’t move this order to ${move}.`;
  if (mail && isErased) return `${erasedOrder}.`;
  if (!mail || !mailKindRows[mail].card) return undefined;
  return hasCard ? withdrawnCard(move ?? status) : 'The order has no card that can be mailed.';
}

const words = {
  before: { mail: 'mails', move: 'moves to', neither: 'adds a comment' },
  after: { mail: 'mailed', move: 'moved to', neither: 'comment added' },
};

/** What a macro does to an order: `mails a question, moves to Awaiting` before, `mailed a question, moved to Awaiting` after. */
export function inWords({ move, mail }: Wanted, when: keyof typeof words): string {
  const says = words[when];
  const parts = [mail && `${says.mail} ${mailKindRows[mail].content}`, move && `${says.move} ${move}`].filter(Boolean);
  return parts.join(', ') || says.neither;
}

/** The key of a macro by its position, from 0, among a member's macros, everybody's first; undefined after the ninth. */
export function keyOfMacro(index: number): string | undefined {
  return index < 9 ? String(index + 1) : undefined;
}
