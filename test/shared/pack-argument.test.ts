import { describe, expect, test } from '@jest/globals';
import { categoryRows, disputeReason } from '../../src/shared/dispute-reasons.js';
import { argumentOf } from '../../src/shared/pack-argument.js';
import type { PackFacts } from '../../src/shared/pack-facts.js';
import { lettersOf, partsOf, readiness } from '../../src/shared/pack-parts.js';
import { richFacts, sparseFacts, visaCase } from '../views/pdf/facts.js';

/** A dispute of this code, about an order with everything on record. */
function disputed(network: 'visa' | 'mastercard' | 'amex' | 'discover', code: string): PackFacts {
  const { category } = disputeReason(network, code)!;
  const pays = ['fraud', 'unrecognised', 'authorisation'].includes(category);
  return { ...richFacts, pack_type: pays ? 2 : 1, case: { ...visaCase, reason_code: code, category } };
}

const took = 'The cardholder took part in the transaction';
const came = 'The service was delivered';
const described = 'The service was delivered as described';
const under = 'The service was delivered under the refund policy in force';

describe('a pack made for a dispute answers its code', () => {
  test.each([
    ['visa', '10.4', took, 'payment'],
    ['visa', '11.3', 'The issuer’s checks of the card passed at payment', 'payment'],
    ['visa', '12.6.1', 'What the records show', 'separate'],
    ['visa', '13.1', came, 'mails'],
    ['visa', '13.3', described, 'sale'],
    ['visa', '13.5', 'The customer was told who sells and what, and accepted it', 'sale'],
    ['visa', '13.6', 'What the records show', 'refund'],
    ['visa', '13.7', under, 'policies'],
    ['mastercard', '4808', 'The issuer’s checks of the card passed at payment', 'payment'],
    ['mastercard', '4834', 'What the records show', 'separate'],
    ['mastercard', '4837', took, 'payment'],
    ['mastercard', '4853', described, 'sale'],
    ['mastercard', '4855', came, 'mails'],
    ['mastercard', '4863', took, 'payment'],
    ['amex', 'C02', 'What the records show', 'refund'],
    ['amex', 'C08', came, 'mails'],
    ['amex', 'C28', under, 'policies'],
    ['amex', 'F29', took, 'payment'],
    ['discover', 'AW', 'The amount disputed is the amount of the order', 'payment'],
    ['discover', 'RG', came, 'mails'],
    ['discover', 'RM', described, 'sale'],
    ['discover', 'UA02', took, 'payment'],
  ] as const)('%s %s: %s, with the exhibit %s first', (network, code, headline, first) => {
    const facts = disputed(network, code);
    expect(argumentOf(facts).headline).toBe(headline);
    const parts = partsOf(facts);
    expect([parts[0], parts.at(-1)]).toEqual([first, 'document']);
    expect(Object.values(lettersOf(facts)).join('')).toBe('ABCDEFGHIJKLM'.slice(0, parts.length));
    expect(argumentOf(facts).arguable).toBe(headline !== 'What the records show');
  });

  test('a refund is the answer to every code, and said first', () => {
    for (const [network, code] of [
      ['visa', '13.6'],
      ['amex', 'C02'],
      ['discover', 'DP'],
      ['mastercard', '4853'],
    ] as const) {
      const facts = {
        ...disputed(network, code),
        refund: { ...richFacts.refund, refund_date: '2026-03-10T00:00:00.000Z' },
      };
      const { headline, reasons } = argumentOf(facts);
      expect([headline, reasons[0]]).toEqual(['Credit already issued', 'refunded']);
    }
  });

  test('a part of the money given back answers no dispute by itself, and is said as a part', () => {
    const refund = { ...richFacts.refund, refund_date: '2026-03-10T00:00:00.000Z', amount: '20.000' };
    const facts = { ...disputed('visa', '13.1'), refund };
    expect(argumentOf(facts)).toMatchObject({ headline: came, reasons: expect.arrayContaining(['refunded in part']) });
    expect(argumentOf({ ...disputed('visa', '13.6'), refund }).headline).toBe('A part of the charge was refunded');
    const whole = { ...refund, amount: richFacts.payment.amount };
    expect(argumentOf({ ...facts, refund: whole }).headline).toBe('Credit already issued');
  });

  test('orders of a family, each with its own charge and traveller, are no duplicate', () => {
    const other = {
      order_id: 104_212,
      create_ts: richFacts.order.create_ts,
      transaction_id: 'ch_other',
      amount: '79.00',
      currency: 'EUR',
      traveller: 'Karl Österreicher-Müller',
      passport_last4: '1188',
    };
    const facts = { ...disputed('visa', '12.6.1'), separate: [other] };
    expect(argumentOf(facts)).toMatchObject({ headline: 'Not a duplicate: each charge paid for an order of its own' });
    // said of each charge: one that may be the second for this traveller, or that is not listed, spoils it
    const twice = { ...other, transaction_id: richFacts.payment.transaction_id };
    const sameTraveller = {
      ...other,
      transaction_id: 'ch_third',
      passport_last4: richFacts.application.passport_last4,
    };
    const untold = { ...other, transaction_id: null };
    for (const spoilt of [twice, sameTraveller, untold]) {
      expect(argumentOf({ ...facts, separate: [other, spoilt] }).arguable).toBe(false);
    }
    expect(argumentOf({ ...facts, separate: [other], omitted: { separate: 1 } }).arguable).toBe(false);
  });

  test('a headline about the checks holds for each of them, and only terms say who sells', () => {
    const asked = disputed('visa', '11.3');
    const [first, ...rest] = asked.payment.checks;
    const failed = { ...asked.payment, checks: [{ ...first!, passed: false }, ...rest] };
    expect(argumentOf({ ...asked, payment: failed }).headline).toBe('What the records show');
    const told = disputed('visa', '13.5');
    const policies = told.policies.filter(({ kind }) => kind !== 'terms');
    expect(argumentOf({ ...told, policies }).headline).toBe('What the records show');
  });

  test('what the category asks for and nobody has is missing', () => {
    for (const category of Object.keys(categoryRows)) {
      const facts: PackFacts = { ...sparseFacts, case: { ...visaCase, category } };
      expect(argumentOf(facts)).toMatchObject({ arguable: false, reasons: [] });
    }
    const state = readiness({ ...sparseFacts, case: { ...visaCase, category: 'credit' } });
    expect(state[0]).toMatchObject({ part: 'Refund', exhibit: 'A', state: 'missing' });
  });
});
