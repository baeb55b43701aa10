import { cardVerdictRows } from './card-verdicts.js';
import { allDisputeStates, disputeStates } from './dispute-states.js';
import { inboxMarks } from './inbox-marks.js';
import { mailStates } from './mail-kinds.js';
import { checkIds, orderChecks } from './order-checks.js';
import { can, type Permission } from './permissions.js';
import type { Role } from './roles.js';
import { standingRows } from './standing.js';

type FilterRow = {
  label: string;
  /** How it is asked: a day, `YYYY-MM-DD`, or a choice. */
  asks: 'day' | 'choice';
  /** Value → words. The server adds what it alone knows: members, gateways, brands, nationalities. */
  options?: Readonly<Record<string, string>>;
  /** Who may filter by it, where not everybody who sees the list may. */
  see?: Permission;
};

const labels = (rows: Readonly<Record<string, { label: string }>>) =>
  Object.fromEntries(Object.entries(rows).map(([key, { label }]) => [key, label]));

/** The filters of every list, by their name in addresses and calls (docs/screens.md#filters). */
const rows = {
  arrivalFrom: { label: 'Arrival from', asks: 'day' },
  arrivalTo: { label: 'Arrival to', asks: 'day' },
  mode: {
    label: 'Mode',
    asks: 'choice',
    options: { Standard: 'Standard', Priority: 'Priority', Future: 'Future order' },
  },
  nationality: { label: 'Nationality', asks: 'choice' },
  holder: { label: 'Holder', asks: 'choice', options: { me: 'Me', nobody: 'Nobody', anybody: 'Anybody' } },
  standing: { label: 'Standing', asks: 'choice', options: labels(standingRows) },
  checks: {
    label: 'Checks',
    asks: 'choice',
    options: { any: 'Any failed check', ...Object.fromEntries(checkIds.map((id) => [id, orderChecks[id].label])) },
  },
  marked: {
    label: 'Marked',
    asks: 'choice',
    options: { request: 'Customer asks', 'submit again': 'Submit again', ...labels(inboxMarks) },
  },
  dispute: {
    label: 'Dispute',
    asks: 'choice',
    options: { any: 'Any', waiting: 'Waits for an answer', ...labels(disputeStates), none: 'None' },
    see: 'disputes.see',
  },
  mail: {
    label: 'Card mail',
    asks: 'choice',
    options: { none: 'None', ...Object.fromEntries(mailStates.map((state) => [state, state])) },
  },
  card: { label: 'Card', asks: 'choice', options: { none: 'None', ...labels(cardVerdictRows) } },
  gateway: { label: 'Gateway', asks: 'choice' },
  brand: { label: 'Brand', asks: 'choice' },
} as const satisfies Record<string, FilterRow>;

export type FilterName = keyof typeof rows;
export const orderFilters: Readonly<Record<FilterName, FilterRow>> = rows;
export const filterNames = Object.keys(rows) as FilterName[];

/** The chosen filters of a list, by name. */
export type Filters = Partial<Record<FilterName, string>>;

/** A chosen filter in words, as the list shows it. */
export type ChosenFilter = { name: FilterName; label: string; value: string; text: string };

/** The filters among the fields of a query; one without a value is left out. */
export function filtersIn(query: Partial<Record<FilterName, string | undefined>>): Filters {
  return Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
}

/** Whether a member of this type may filter by it. */
export function mayFilterBy(role: Role, name: FilterName): boolean {
  const { see } = orderFilters[name];
  return see === undefined || can(role, see);
}

/** The first filter of a list, by its fields, that a member of this type may not use; undefined when there is none. */
export function forbiddenFilter(
  role: Role,
  query: Partial<Record<FilterName, string | undefined>>,
): FilterName | undefined {
  return filterNames.find((name) => query[name] && !mayFilterBy(role, name));
}

/** The states of disputes that a value of the filter `dispute` means. */
export function disputeStatesOf(value: string): string[] {
  if (value === 'waiting') return allDisputeStates.filter((state) => disputeStates[state].waits);
  return value === 'any' ? allDisputeStates : [value];
}
