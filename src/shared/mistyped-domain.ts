/** Mail domains that many customers have. */
const known = [
  'gmail.com', 'googlemail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'protonmail.com', 'yandex.com', 'yandex.ru', 'naver.com', 'rediffmail.com', 'hotmail.co.uk', 'yahoo.co.uk', 'yahoo.co.in', 'yahoo.co.id', 'yahoo.co.jp', 'hotmail.fr', 'yahoo.fr', 'hotmail.de', 'yahoo.de', 'hotmail.it', 'yahoo.it', 'hotmail.es', 'yahoo.es', 'orange.fr', 'wanadoo.fr', 't-online.de', 'freenet.de', 'comcast.net', 'verizon.net', 'bigpond.com', 'xtra.co.nz',
] as const; // prettier-ignore

/** The countries in which these providers give out addresses of their own domains (read in November 2026). */
const countries: Record<string, string> = {
  hotmail:
    'be ca ch cl co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.hk com.tr com.tw com.vn at cz de dk es fi fr gr hu it lt lv my nl no ph pt rs se sg sk',
  outlook:
    'at be cl co.id co.il co.nz co.th com.ar com.au com.br com.gr com.pe com.tr com.vn cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk',
  yahoo:
    'at be ca ch cl co.id co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.cn com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn de dk es fi fr gr hu ie in it nl no pl pt ro se',
};
const national = new Set(
  Object.entries(countries).flatMap(([provider, ends]) => ends.split(' ').map((end) => `${provider}.${end}`)),
);

/** Other real domains that differ from a known one by a letter. */
const real = ['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'yahoo.cn', 'outlook.co', 'yahoo.co', 'hotmail.co'];

/** The well-known domain that this address seems to mean; undefined when it has none, or is right. */
export function meantDomain(address: string): string | undefined {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if ((known as readonly string[]).includes(domain) || real.includes(domain) || national.has(domain)) return undefined;
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
