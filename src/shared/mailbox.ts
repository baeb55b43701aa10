/** Providers that give one mailbox several spellings: their domains, the first for all, and what of a local part doesn't count. */
const providers: { domains: RegExp; as?: string; plain: (local: string) => string }[] = [
  { domains: /^(?:gmail|googlemail)\.com$/, as: 'gmail.com', plain: (local) => local.replaceAll('.', '') },
  // each of Microsoft's domains has mailboxes of its own
  { domains: /^(?:outlook|hotmail|live|msn)\.[a-z.]{2,6}$/, plain: same },
  { domains: /^(?:icloud|me|mac)\.com$/, as: 'icloud.com', plain: same },
  {
    domains: /^(?:ya\.ru|yandex\.(?:ru|com|by|kz|ua|uz|com\.tr|az|com\.am|com\.ge|ee|lt|lv|md|tj|tm|fr|co\.il))$/,
    as: 'yandex.ru',
    plain: (local) => local.replaceAll('.', '-'),
  },
  {
    domains: /^(?:proton\.me|protonmail\.com|pm\.me)$/,
    as: 'proton.me',
    plain: (local) => local.replace(/[._-]/g, ''),
  },
  { domains: /^fastmail\.(?:com|fm)$/, plain: same },
];

function same(local: string): string {
  return local;
}

/**
 * One spelling for all spellings of a mailbox, in small letters: without a tag behind `+`, without Gmail's dots, at one of the
 * provider's domains. An address of any other provider is itself, because nobody but its server knows what is the same there.
 */
export function mailboxOf(address: string): string {
  const whole = address.trim().toLowerCase();
  const at = whole.lastIndexOf('@');
  const domain = whole.slice(at + 1);
  const provider = at > 0 ? providers.find(({ domains }) => domains.test(domain)) : undefined;
  if (!provider) return whole;
  const local = provider.plain(whole.slice(0, at).split('+', 1)[0]!);
  return local === '' ? whole : `${local}@${provider.as ?? domain}`;
}

/** Whether two addresses are of one mailbox. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}
