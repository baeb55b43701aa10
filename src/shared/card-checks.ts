import { type DisputeNetwork, networkOfBrand } from './dispute-reasons.js';

/** What a check of a card answered: the scheme's letter, its meaning, and whether it supports the charge. */
type CardCheck = { name: string; code: string; meaning: string; passed: boolean };

type Meaning = readonly [meaning: string, passed?: true];
type Codes = Readonly<Record<string, Meaning>>;

const neither: Meaning = ['neither street nor postal code matches'];
const unavailable: Meaning = ['the issuer could not check'];
const retry: Meaning = ['the issuer’s system did not answer'];
const unsupported: Meaning = ['the issuer does not check addresses'];

const visaAvs: Codes = {
  Y: ['street and postal code match', true],
  X: ['street and nine-digit postal code match', true],
  D: ['street and postal code match', true],
  M: ['street and postal code match', true],
  F: ['street and postal code match', true],
  A: ['the street matches, the postal code does not'],
  B: ['the street matches, the postal code was not checked'],
  Z: ['the postal code matches, the street does not'],
  W: ['the nine-digit postal code matches, the street does not'],
  P: ['the postal code matches, the street was not checked'],
  N: neither,
  C: ['not checked'],
  G: ['the issuer is abroad and does not check addresses'],
  I: ['not checked'],
  R: retry,
  S: unsupported,
  U: unavailable,
};

/** The address check by network. The same letter means different things: Amex `F` is a wrong name, Visa's is a match. */
const avsCodes: Readonly<Record<DisputeNetwork, Codes>> = {
  visa: visaAvs,
  mastercard: {
    Y: ['street and postal code match', true],
    X: ['street and nine-digit postal code match', true],
    A: visaAvs.A!,
    W: visaAvs.W!,
    Z: visaAvs.Z!,
    N: neither,
    R: retry,
    S: unsupported,
    U: unavailable,
  },
  amex: {
    Y: ['street and postal code match', true],
    M: ['name, street and postal code match', true],
    A: ['the street matches, the postal code does not'],
    Z: ['the postal code matches, the street does not'],
    D: ['the name does not match, the postal code does'],
    E: ['the name does not match, street and postal code do'],
    F: ['the name does not match, the street does'],
    K: ['only the name matches'],
    L: ['name and postal code match, the street does not'],
    O: ['name and street match, the postal code does not'],
    W: ['neither name nor street nor postal code matches'],
    N: neither,
    R: retry,
    S: unsupported,
    U: unavailable,
  },
  discover: {
    X: ['street and nine-digit postal code match', true],
    A: ['street and postal code match', true],
    Y: ['the street matches, the postal code does not'],
    W: ['the nine-digit postal code matches, the street does not'],
    T: ['the nine-digit postal code matches, the street does not'],
    Z: ['the postal code matches, the street does not'],
    N: neither,
    G: ['the issuer is abroad and does not check addresses'],
    R: retry,
    S: unsupported,
    U: unavailable,
  },
  other: {},
};

const cvvCodes: Codes = {
  M: ['the security code matches', true],
  N: ['the security code does not match'],
  P: ['the security code was not checked'],
  S: ['the card has a security code, but none was given'],
  U: ['the issuer does not check security codes'],
};
const amexCvv: Codes = {
  Y: ['the security code matches', true],
  N: ['the security code does not match'],
  U: ['the security code was not checked'],
};

const authenticated: Meaning = ['the issuer authenticated the cardholder', true];
const attempted: Meaning = ['authentication was attempted; the issuer did not take part'];
const threeDsCodes: Codes = {
  Y: authenticated,
  AUTHENTICATED: authenticated,
  A: attempted,
  ATTEMPTED: attempted,
  N: ['the cardholder was not authenticated'],
  U: ['authentication could not be done'],
  C: ['a challenge was asked for; its outcome is not on record'],
  R: ['the issuer refused to authenticate'],
  I: ['for information only'],
  FAILED: ['the cardholder was not authenticated'],
};

/** Gateways that translate the letters answer with words. */
const passedWord = /^(?:(?:full )?match(?:ed)?|pass(?:ed)?|succe(?:ss|eded|ssful)|ok)$/i;
const failedWord = /^(?:fail(?:ed|ure)?|no match|mismatch|declined|rejected|not authenticated)$/i;

type PaymentChecks = { card_brand: string | null; avs: string | null; cvv: string | null; three_ds: string | null };

/** The checks on record, read by the card's brand. An answer whose meaning is unknown is printed as it came, and proves nothing. */
export function cardChecks({ card_brand, avs, cvv, three_ds }: PaymentChecks): CardCheck[] {
  const network = networkOfBrand(card_brand);
  const avsOf = network === null ? onlyWhereAllAgree(avs) : avsCodes[network];
  const cvvOf = network === 'amex' ? amexCvv : network === null || network === 'other' ? {} : cvvCodes;
  return [
    avs && read('Address check (AVS)', avs, avsOf),
    cvv && read('Security code check (CVV)', cvv, cvvOf),
    three_ds && read('3-D Secure', three_ds, threeDsCodes),
  ].filter((check): check is CardCheck => Boolean(check));
}

/** The answers that say that 3-D Secure was passed, in capitals. */
export const passedThreeDs = Object.keys(threeDsCodes).filter((code) => threeDsCodes[code] === authenticated);

/** The name that the 3-D Secure check has among a payment's checks. */
export const threeDsName = '3-D Secure';

/** Without a brand a letter counts only if it means the same for every network. */
function onlyWhereAllAgree(code: string | null): Codes {
  const letter = code?.trim().toUpperCase() ?? '';
  const networks = (['visa', 'mastercard', 'amex', 'discover'] as const).map((network) => avsCodes[network][letter]);
  const [first] = networks;
  return first && networks.every((one) => one?.[0] === first[0]) ? { [letter]: first } : {};
}

function read(name: string, answer: string, codes: Codes): CardCheck {
  const code = answer.trim();
  const known = Object.hasOwn(codes, code.toUpperCase()) ? codes[code.toUpperCase()] : undefined;
  const [meaning, passed] = known ?? inWords(code);
  return { name, code, meaning, passed: passed ?? false };
}

function inWords(word: string): Meaning {
  if (passedWord.test(word)) return ['passed', true];
  return failedWord.test(word) ? ['not passed'] : ['meaning not on record'];
}
