import type { DisputeCase, DisputeProofEntry } from '../shared/answers/disputes.js';
import { cardChecks, threeDsName } from '../shared/card-checks.js';
import { formatUtcMinute } from '../shared/dates.js';
import { categoryRows, type DisputeCategory, type DisputeProof, disputeProofs } from '../shared/dispute-reasons.js';
import { isPartRefund, isSameMoney, money } from '../shared/money.js';
import { packStatuses } from '../shared/order-statuses.js';
import { packTraits } from '../shared/pack-facts.js';
import { packRoom } from '../shared/packs.js';
import { partOf } from '../shared/refunds.js';
import { routes } from '../shared/routes.js';
import { type ChargeBeside, lastFour, whyNotSeparate } from '../shared/separate.js';
import { cardholderFacts, cardholderTookPart } from '../shared/took-part.js';
import { whyNot } from '../packs/downloads.facts.js';
import type { ProofFacts } from './proofs.queries.js';

/** Texts in force for the order: whether its terms' version and a refund policy are on record. */
export type TextsOnRecord = { terms: boolean; refund: boolean };

type Finding = { found: boolean; why: string; mend?: { label: string; at: string } };
type Rule = (facts: ProofFacts, texts: TextsOnRecord) => Finding;

const sendCard = { label: 'Send the card', at: '#upload-document' };
const sendLink = { label: 'Send the download link', at: '#email-history' };
const addPolicy = { label: 'Add the text', at: routes.policies };

/** When a thing is on record, and what to say; one rule for each proof (docs/disputes.md#disputes). */
const rules: Record<DisputeProof, Rule> = {
  cardholder: ({ cardBrand, avs, cvv, threeDs, purchaseIp, fetches, shared }) => {
    const checks = cardChecks({ card_brand: cardBrand, avs, cvv, three_ds: threeDs });
    const passed = checks.filter((check) => check.passed).map(({ name }) => name);
    if (passed.includes(threeDsName)) return yes('3-D Secure was passed');

    const same = Boolean(purchaseIp) && customers(fetches).some(({ ip }) => ip === purchaseIp);
    const on = {
      passed,
      shared: shared.map((traits) => packTraits.filter((trait) => traits[trait])),
      sameAddress: same,
    };
    if (!cardholderTookPart(on)) {
      return no('No passed 3-D Secure, and no two facts with the card, device or IP address among them');
    }
    return yes(`Checked or equal in purchase, download and earlier orders: ${cardholderFacts(on).join(', ')}`);
  },
  earlier: ({ earlier }) =>
    earlier >= 2
      ? yes(
          `${earlier === 10 ? 'Ten or more' : earlier} earlier undisputed orders with the same card, 120 to 364 days before`,
        )
      : no(earlier === 1 ? 'Only one earlier order with the same card' : 'No earlier order with the same card'),
  authorised: ({ paidAt, transactionId }) =>
    paidAt && transactionId
      ? yes(`Paid, transaction ${transactionId}`)
      : no(transactionId ? 'Not paid' : 'No transaction id', { label: 'Save the transaction', at: '#more' }),
  delivered: ({ hasCard, deliveredAt, mailState }) => {
    if (deliveredAt) return yes(`The recipient’s server took the current card on ${formatUtcMinute(deliveredAt)}`);
    if (!hasCard) return no('There is no card', sendCard);
    if (!mailState) return no('The current card was not mailed to the order’s address', sendCard);
    return no(
      mailState === 'sent'
        ? 'Nobody has reported the delivery of the current card'
        : `The mail with the current card is ${mailState}`,
      mailState === 'sent' ? undefined : sendCard,
    );
  },
  downloaded: ({ hasCard, fetches }) => {
    const [first] = customers(fetches);
    if (first) return yes(`Downloaded in full on ${formatUtcMinute(new Date(first.at))}`);
    return hasCard
      ? no('The customer has not downloaded the current card', sendLink)
      : no('There is no card', sendCard);
  },
  described: ({ termsVersion, termsAcceptedAt }, texts) => {
    if (!termsAcceptedAt) return no('The shop sent no time at which the terms were accepted');
    if (!termsVersion) return no('The shop sent no version of the terms');
    return texts.terms
      ? yes(`Terms ${termsVersion} were accepted on ${formatUtcMinute(termsAcceptedAt)}`)
      : no(`The text of terms ${termsVersion} is not on record`, addPolicy);
  },
  'refund policy': ({ termsAcceptedAt }, texts) =>
    texts.refund
      ? yes('The refund policy in force at the purchase is on record')
      : no(
          termsAcceptedAt
            ? 'No refund policy is on record for that day'
            : 'Nobody knows which refund policy was accepted',
          termsAcceptedAt ? addPolicy : undefined,
        ),
  credit: (facts) => {
    const { refundDate, refundAmount, refundReference, amount, currency, status } = facts;
    const given = partOf(refundAmount, amount, currency);
    if (!refundDate || isPart(facts)) {
      if (given) return no(`Not all of it was given back: ${given}`);
      return no(status === 'Refunds' ? 'In Refunds, but not refunded' : 'No refund is on record');
    }
    return yes(
      [`Marked refunded on ${formatUtcMinute(refundDate)}`, given, refundReference && `reference ${refundReference}`]
        .filter(Boolean)
        .join(', '),
    );
  },
  separate: ({ transactionId, passportNo, siblings, isTwice }) => {
    if (isTwice) return no('The order itself was charged more than once');
    const others = siblings.slice(0, packRoom.separate);
    const fault = whyNotSeparate(
      chargeOf({ transactionId, passportNo }),
      others.map(chargeOf),
      others.length === siblings.length,
    );
    return fault === undefined
      ? yes(
          `${others.length} other paid ${others.length === 1 ? 'order' : 'orders'} with the same email address or card, each with a transaction and a traveller of its own`,
        )
      : no(fault);
  },
  amount: ({ amount, currency, disputedAmount, disputedCurrency }) => {
    if (amount === null) return no('The order has no amount');
    if (disputedAmount === null) return no('The amount that the bank asks back is not on record');
    return isSameMoney({ amount, currency }, { amount: disputedAmount, currency: disputedCurrency })
      ? yes(`The bank asks back what the order cost: ${money(amount, currency)}`)
      : no(`The bank asks back ${money(disputedAmount, disputedCurrency)}; the order says ${money(amount, currency)}`);
  },
  conversation: ({ written, letters }) => {
    const kinds = [
      counted(letters, 'signed email'),
      counted(written, 'remark ticked Whatsapp', 'remarks ticked Whatsapp'),
    ];
    const some = kinds.filter(Boolean);
    return some.length > 0
      ? yes(`Of the customer: ${some.join(' and ')}`)
      : no('No signed email of the customer, and no remark ticked Whatsapp', { label: 'Add a remark', at: '#remark' });
  },
};

/** What the bank asks for in a dispute of this category and what else helps, each with what is on record. */
export function proofsFor(category: DisputeCategory, facts: ProofFacts, texts: TextsOnRecord): DisputeProofEntry[] {
  const { shows, helps } = categoryRows[category];
  return [...shows, ...helps].map((proof) => {
    const { found, why, mend } = rules[proof](facts, texts);
    return {
      proof,
      label: disputeProofs[proof],
      needed: shows.includes(proof),
      found,
      why,
      mend: found ? null : (mend?.label ?? null),
      mend_at: found ? null : (mend?.at ?? null),
    };
  });
}

/** What the bank asks to see and is not on record, in words. */
export function missingOf(proofs: DisputeProofEntry[]): string[] {
  return proofs.filter(({ needed, found }) => needed && !found).map(({ label }) => label);
}

/** That a proof is not on record, as a verdict says it. */
const notShown: Record<DisputeProof, string> = {
  cardholder: 'nothing shows that the cardholder took part',
  earlier: 'no earlier undisputed orders are on record',
  authorised: 'nothing shows that the issuer authorised the charge',
  delivered: 'nothing shows that the current card was delivered',
  downloaded: 'nothing shows that the customer downloaded the card',
  described: 'the accepted terms are not on record',
  'refund policy': 'the accepted refund policy is not on record',
  credit: 'nothing shows that the money was given back',
  separate: 'nothing shows that the charges were for different orders',
  amount: 'nothing shows that the amount is right',
  conversation: 'nothing that the customer wrote is on record',
};

/** Whether to answer the bank, in a sentence of at most twelve words, and the reasons. It states no probability. */
export function adviceFor(facts: ProofFacts, proofs: DisputeProofEntry[]): DisputeCase['advice'] {
  if (facts.refundDate && !isPart(facts)) {
    const on = formatUtcMinute(facts.refundDate);
    return answer('Answer with “credit already issued”: the order was marked refunded.', [`Marked refunded on ${on}`]);
  }
  const given = partOf(facts.refundAmount, facts.amount, facts.currency);
  if (given) return answer(`Answer for the rest: ${given} was given back.`, []);
  if (!packStatuses.includes(facts.status)) {
    return weak('the service can’t be shown as given', [`The order is in ${facts.status}`]);
  }
  const needed = proofs.filter((proof) => proof.needed);
  const missing = needed.filter(({ found }) => !found);
  const have = proofs.filter(({ found }) => found);
  const [first] = missing;
  const whys = (some: DisputeProofEntry[]) => some.map(({ why }) => why);
  if (!first) return answer('Answer: what the bank asks for is on record.', whys(needed));
  if (have.length === 0) return weak('nothing that answers the bank is on record', whys(missing));
  if (missing.length < needed.length) {
    return answer(`Answer, although ${notShown[first.proof as DisputeProof]}.`, whys(needed));
  }
  const mendable = missing.find(({ mend }) => mend !== null);
  if (mendable) return answer(`${mendable.mend!} first, then answer.`, whys(missing));
  return weak(notShown[first.proof as DisputeProof], whys([...missing, ...have]));
}

function answer(sentence: string, reasons: string[]): DisputeCase['advice'] {
  return { fight: true, sentence, reasons };
}

function weak(because: string, reasons: string[]): DisputeCase['advice'] {
  return { fight: false, sentence: `Weak: ${because}.`, reasons };
}

function chargeOf({ transactionId, passportNo }: ProofFacts['siblings'][number]): ChargeBeside {
  return { transaction_id: transactionId, passport_last4: lastFour(passportNo) };
}

function isPart({ refundAmount, amount }: ProofFacts): boolean {
  return isPartRefund(refundAmount, amount);
}

/** The whole downloads of the current card that count as the customer's, by the rule of the packs, the earliest first. */
function customers(fetches: ProofFacts['fetches']): ProofFacts['fetches'] {
  const isOurs = () => false; // the query leaves out addresses of staff and members
  return fetches.filter((one) => !whyNot({ ...one, actor: 'customer', complete: true }, isOurs));
}

/** `2 signed emails`; undefined for none. */
function counted(number: number, one: string, many = `${one}s`): string | undefined {
  return number > 0 ? `${number} ${number === 1 ? one : many}` : undefined;
}

function yes(why: string): Finding {
  return { found: true, why };
}

function no(why: string, mend?: Finding['mend']): Finding {
  return { found: false, why, ...(mend && { mend }) };
}
