import type { Brand } from './brands.js';

/** Where a brand publishes its refund policy; null when it links to none. */
export function refundPolicyOf({ footer, links }: Brand): string | null {
  return [...footer.links, ...links].find(({ label }) => /refund/i.test(label))?.href ?? null;
}
