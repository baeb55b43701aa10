import { type CardDoubt, cardVerdictRows } from '@shared/card-verdicts';

/** A card that a member should look at. */
export function CardChip({ doubt }: { doubt: CardDoubt | null }) {
  if (doubt === null) return null;
  const { label, hint, tone } = cardVerdictRows[doubt];
  return (
    <span title={hint} className={`tag tone-${tone}`}>
      {label}
    </span>
  );
}
