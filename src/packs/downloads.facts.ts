import type { Download } from '../database/download.entity.js';
import type { Order } from '../database/order.entity.js';
import { deviceOf, isMachine, isSameMachine } from '../platform/device.js';
import { isHosted } from '../platform/hosting-networks.js';
import { isScanners } from '../platform/scanner-networks.js';
import type { NotCounted, PackDocument, PackDownload, PackFacts } from '../shared/pack-facts.js';
import { packRoom } from '../shared/packs.js';
import type { CardRequest, Evidence } from './evidence.queries.js';
import { known, named, iso, kept } from './facts-of-rows.js';

type Numbered = { request: CardRequest; number: number };

/** The requests that a pack prints, and what holds for all of them. */
export type Chosen = {
  shown: Numbered[];
  others: (Numbered & { why: NotCounted })[];
  othersTotal: number;
  counts: PackFacts['downloaded'];
  /** The download that is compared with the purchase. */
  best: Numbered | undefined;
};

/**
 * Sorts the requests for a card into downloads by the customer and the rest, counts over all of them, and chooses which
 * are printed: the first and the last, those that match the purchase, then the newest.
 * @param card the SHA-256 of the current card
 */
export function chooseRequests(
  { requests, requestsUnread, memberAddresses, order }: Evidence,
  card: string | undefined,
): Chosen {
  const staffAddresses = new Set(requests.filter(({ actor }) => actor === 'staff').map(({ ip }) => ip));
  const ours = (ip: string) => memberAddresses.has(ip) || staffAddresses.has(ip);
  const customers: Numbered[] = [];
  const others: (Numbered & { why: NotCounted })[] = [];
  for (const request of requests) {
    const why = whyNot(request, ours);
    if (why) others.push({ request, number: others.length + 1, why });
    else customers.push({ request, number: customers.length + 1 });
  }

  const isCurrent = ({ request }: Numbered) => card !== undefined && request.sha256 === card;
  const isFromPurchase = ({ request }: Numbered) => Boolean(order.purchaseIp) && request.ip === order.purchaseIp;
  const current = customers.filter(isCurrent);
  const matching = current.filter(isFromPurchase);
  const [first] = current;
  return {
    shown: kept(customers, packRoom.downloads, [first, matching[0], matching.at(-1), ...matching]),
    others: kept(others, packRoom.other_downloads, []),
    othersTotal: others.length,
    counts: {
      total: customers.length,
      current: current.length,
      from_purchase_ip: matching.length,
      confirmed: current.filter(({ request }) => request.confirmed).length,
      first: first?.number ?? null,
      more: requestsUnread > 0,
    },
    best: bestMatch(order, current) ?? bestMatch(order, customers),
  };
}

/** Why a request is no download by the customer; undefined when it is one. */
export function whyNot(
  { actor, complete, userAgent, ip }: Pick<CardRequest, 'actor' | 'complete' | 'userAgent' | 'ip'>,
  isOurs: (ip: string) => boolean,
): NotCounted | undefined {
  if (actor === 'staff') return 'by staff';
  if (actor === 'machine' || isScanners(ip)) return 'by a machine';
  if (!complete) return 'not complete';
  if (isMachine(userAgent, 'GET')) return 'by a script';
  if (isHosted(ip)) return 'from a data centre';
  return isOurs(ip) ? 'from an address our staff signed in from' : undefined;
}

/** The download that equals the purchase in most traits, the address before all; the earliest of several. */
function bestMatch(order: Order, downloads: Numbered[]): Numbered | undefined {
  const bought = deviceOf(order.purchaseUserAgent ?? undefined);
  const match = ({ request }: Numbered) => {
    const used = deviceOf(request.userAgent);
    return (
      (order.purchaseIp && request.ip === order.purchaseIp ? 10 : 0) +
      (isSameMachine(bought.device, used.device) ? 2 : 0) +
      (isSameMachine(bought.os, used.os) ? 1 : 0) +
      (known(bought.browser) && bought.browser === used.browser ? 1 : 0)
    );
  };
  // a file of thousands of requests has few different ones
  const scores = new Map<string, number>();
  const scored = (one: Numbered) => {
    const key = `${one.request.ip}\n${one.request.userAgent}`;
    if (!scores.has(key)) scores.set(key, match(one));
    return scores.get(key)!;
  };
  return downloads.reduce<Numbered | undefined>(
    (best, one) => (best && scored(best) >= scored(one) ? best : one),
    undefined,
  );
}

export function fetched(row: Download, number: number, document: PackDocument | null) {
  // read from what the browser sent, because older rows have names that say more than it tells
  const { device, deviceType, browser, browserVersion, os } = deviceOf(row.userAgent);
  return {
    number,
    create_ts: iso(row.createTs),
    ip: row.ip || null,
    place: row.location || null,
    device: known(device),
    device_type: known(deviceType),
    browser: named(browser, browserVersion),
    os: known(os),
    file1: row.file1,
    sha256: row.sha256,
    current: row.sha256 === document?.sha256,
  };
}

export function packDownload(row: Download, number: number, order: Order, document: PackDocument | null): PackDownload {
  return {
    ...fetched(row, number, document),
    signed_in: row.reader.startsWith('visitor:'),
    from_purchase_ip: Boolean(order.purchaseIp) && row.ip === order.purchaseIp,
    confirmed: row.confirmedAt !== null,
  };
}
