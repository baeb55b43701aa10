/** Of mail `m`: a customer's letter from an address that was the order's when it came, rightly signed by that domain. */
export const printedLetter = "m.kind = 'customer' AND m.note IS NULL AND m.dkim = 'pass'";
