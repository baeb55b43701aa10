/** Mail domains that many customers have. */
const known = [
  'gmail.com', 'googlemail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'protonmail.com', 'yandex.com', 'yandex.ru', 'naver.com', 'rediffmail.com', 'hotmail.co.uk', 'yahoo.co.uk', 'yahoo.co.in', 'yahoo.co.id', 'yahoo.co.jp', 'hotmail.fr', 'yahoo.fr', 'hotmail.de', 'yahoo.de', 'hotmail.it', 'yahoo.it', 'hotmail.es', 'yahoo.es', 'orange.fr', 'wanadoo.fr', 't-online.de', 'freenet.de', 'comcast.net', 'verizon.net', 'bigpond.com', 'xtra.co.nz',
] as const; // prettier-ignore

/** Real domains that differ from a known one by a letter. */
const real = [
  'mail.com',
  'ymail.com',
  'email.com',
  'gmx.com',
  'yahoo.ca',
  'yahoo.cn',
  'hotmail.ca',
  'outlook.co',
  'yahoo.co',
  'hotmail.co',
];

/** The well-known domain that this address seems to mean; undefined when it has none, or is right. */
export function meantDomain(address: string): string | undefined {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if ((known as readonly string[]).includes(domain) || real.includes(domain)) return undefined;
  return known.find((one) => isOneSlipFrom(domain, one));
}

/** Whether one letter is missing, too many, another one, or two neighbours are exchanged. */
function isOneSlipFrom(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;

  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at++;
  const [typedRest, meantRest] = [typed.slice(at), meant.slice(at)];
  return (
    typedRest.slice(1) === meantRest.slice(1) ||
    typedRest === meantRest.slice(1) ||
    typedRest.slice(1) === meantRest ||
    (typedRest.length > 1 &&
      typedRest[1] === meantRest[0] &&
      typedRest[0] === meantRest[1] &&
      typedRest.slice(2) === meantRest.slice(2))
  );
}
