/** A charge among others that may be one charge made twice. */
export type ChargeBeside = { transaction_id: string | null; passport_last4: string };

/**
 * Why charges can't be called separate; undefined when each paid for an order of its own. A pack says it of all of them
 * or of none, so one charge that may be the second of an order, or that is not listed, is enough
 * (docs/evidence.md#what-a-pack-may-say).
 * @param others the other paid orders with the same email address or card
 * @param areAll whether `others` leaves none out
 */
export function whyNotSeparate(own: ChargeBeside, others: ChargeBeside[], areAll: boolean): string | undefined {
  if (others.length === 0) return 'No other paid order with the same email address or card within 30 days';
  if (!areAll) return 'More orders with the same email address or card than a pack lists';
  const transactions = [own, ...others].map(({ transaction_id }) => transaction_id);
  if (transactions.includes(null))
    return 'The transaction id of an order with the same email address or card is missing';
  if (new Set(transactions).size < transactions.length) return 'Two orders have the same transaction id';
  return others.some(({ passport_last4 }) => passport_last4 === own.passport_last4)
    ? 'Another order with the same email address or card may be for the same traveller'
    : undefined;
}

/** The last four characters of a passport number, all that a pack prints of it; of a short one half of them. */
export function lastFour(passportNo: string): string {
  const characters = Array.from(passportNo);
  return characters.slice(-Math.min(4, Math.floor(characters.length / 2)) || characters.length).join('');
}
