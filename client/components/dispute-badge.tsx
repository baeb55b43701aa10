import { type DisputeState, disputeStates } from '@shared/dispute-states';

/** A dispute's state as text on its colour. */
export function DisputeBadge({ state }: { state: DisputeState }) {
  return <span className={`tag tone-${disputeStates[state].tone}`}>{disputeStates[state].label}</span>;
}
