type StateRow = {
  label: string;
  /** The states that may follow. */
  next: readonly DisputeState[];
  /** Whether the bank still waits for an answer of ours. */
  waits?: true;
  /** Whether it is over. */
  over?: true;
  /** Whether the bank has taken the money. A refund would then pay it twice. */
  taken?: true;
  /** The colour token of the state's badge (client/styles/theme.css). */
  tone: string;
};

export type DisputeState = 'inquiry' | 'open' | 'submitted' | 'won' | 'lost' | 'accepted';

/** The states of a dispute, and which may follow which (docs/disputes.md#disputes). */
export const disputeStates: Readonly<Record<DisputeState, StateRow>> = {
  inquiry: { label: 'Inquiry', next: ['open', 'won'], waits: true, tone: 'violet' },
  open: { label: 'Open', next: ['submitted', 'accepted', 'won', 'lost'], taken: true, waits: true, tone: 'amber' },
  submitted: { label: 'Submitted', next: ['open', 'won', 'lost'], taken: true, tone: 'indigo' },
  won: { label: 'Won', next: [], over: true, tone: 'green' },
  lost: { label: 'Lost', next: [], taken: true, over: true, tone: 'rose' },
  accepted: { label: 'Accepted', next: [], taken: true, over: true, tone: 'grey' },
};
export const allDisputeStates = Object.keys(disputeStates) as DisputeState[];
/** The states in which the bank waits for an answer. */
export const waitingStates = allDisputeStates.filter((state) => disputeStates[state].waits);

/** Whether a dispute in this state may go to that one. */
export function mayFollow(from: DisputeState, to: DisputeState): boolean {
  return disputeStates[from].next.includes(to);
}

/** The filters of the disputes' list: disputes that wait for an answer, disputes of one state, or all. */
export const disputeFilters = ['waiting', ...allDisputeStates, 'all'] as const;
export type DisputeFilter = (typeof disputeFilters)[number];

/** What the filters are called. */
export const disputeFilterLabels = Object.fromEntries(
  disputeFilters.map((filter) => [
    filter,
    filter === 'waiting' ? 'To answer' : filter === 'all' ? 'All' : disputeStates[filter].label,
  ]),
) as Record<DisputeFilter, string>;

/** The states in which the bank has the money. */
export const moneyTakenStates = allDisputeStates.filter((state) => disputeStates[state].taken);

/** The sentence before a refund of money that the bank has taken. */
export const moneyTaken = 'The bank has taken this money already';
