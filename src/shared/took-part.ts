import { threeDsName } from './card-checks.js';
import { ipTrait, type PackTrait } from './pack-facts.js';

/** What is on record about who paid. */
type CardholderFacts = {
  /** The names of the card's checks that passed. */
  passed: readonly string[];
  /** What earlier undisputed orders of 120 to 365 days before share with this one, for each order. */
  shared: readonly (readonly PackTrait[])[];
  /** Whether the customer downloaded the current card from the IP address of the purchase. */
  sameAddress: boolean;
};

/** Whether a buyer does not type it, so that two orders do not share it by a mistake or on purpose. */
export function isUntyped(fact: string): boolean {
  return fact === 'card' || fact === 'device' || fact === ipTrait;
}

/**
 * The facts that speak for the cardholder. An order that shares nothing but what a buyer types may be another person's.
 */
export function cardholderFacts({ passed, shared, sameAddress }: CardholderFacts): string[] {
  const ofEarlier = shared.filter((same) => same.some(isUntyped)).flat();
  return [...new Set<string>([...passed, ...ofEarlier, ...(sameAddress ? [ipTrait] : [])])];
}

/**
 * Two independent facts, one of them not typed by the buyer, or a passed 3-D Secure alone. An email alone makes nobody the
 * same person; an address check proves an address (docs/evidence.md#what-a-pack-may-say).
 */
export function cardholderTookPart(on: CardholderFacts): boolean {
  if (on.passed.includes(threeDsName)) return true;
  const known = cardholderFacts(on);
  return known.length >= 2 && known.some(isUntyped);
}
