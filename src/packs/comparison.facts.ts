import type { Download } from '../database/download.entity.js';
import type { VisitorSession } from '../database/visitor-session.entity.js';
import { deviceOf } from '../platform/device.js';
import { type ComparisonRow, type PackDocument, type PackFacts, ipTrait } from '../shared/pack-facts.js';
import type { PackType } from '../shared/packs.js';
import type { Evidence } from './evidence.queries.js';
import { known, named, iso } from './facts-of-rows.js';
import type { Chosen } from './downloads.facts.js';

/** What is compared with the order's purchase. */
export type Compared = {
  /** The location of the purchase's IP address; '' when unknown. */
  purchasePlace: string;
  /** The whole rows of the downloads that the pack prints or compares, by id. */
  rows: Map<number, Download>;
  tracking: VisitorSession | null;
  document: PackDocument | null;
};

type Trace = {
  ip: string | null;
  place: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
};

/** Purchase, tracking and the best download side by side; pack 1 shows only the address and the device. */
export function comparison(
  type: PackType,
  { order, paidTimeTold }: Evidence,
  { best }: Chosen,
  { purchasePlace, rows, tracking, document }: Compared,
): PackFacts['comparison'] {
  const download = best && rows.get(best.request.id)!;
  const traces = {
    purchase:
      order.purchaseIp || order.purchaseUserAgent
        ? trace(order.purchaseIp, purchasePlace, order.purchaseUserAgent)
        : null,
    tracking: tracking && trace(tracking.ip, tracking.location, tracking.userAgent),
    download: download && trace(download.ip, download.location, download.userAgent),
  };
  const row = (trait: string, of: keyof Trace): ComparisonRow => {
    const [purchase, ...later] = (['purchase', 'tracking', 'download'] as const).map(
      (time) => traces[time]?.[of] ?? null,
    );
    const [atTracking, atDownload] = later as [string | null, string | null];
    const differs = (value: string | null) => purchase != null && value !== null && value !== purchase;
    return {
      trait,
      purchase: purchase ?? null,
      tracking: atTracking,
      download: atDownload,
      differs: [
        ...(differs(atTracking) ? (['tracking'] as const) : []),
        ...(differs(atDownload) ? (['download'] as const) : []),
      ],
    };
  };
  const short = [row(ipTrait, 'ip'), row('Device', 'device')];
  const full = [
    ...short.slice(0, 1),
    row('Place', 'place'),
    row('Device', 'device'),
    row('Browser', 'browser'),
    row('System', 'os'),
  ];
  return {
    at: {
      purchase: traces.purchase && iso(paidTimeTold ? order.paidAt! : order.createTs),
      tracking: tracking && iso(tracking.createTs),
      download: download ? iso(download.createTs) : null,
    },
    download: best?.number ?? null,
    current: download !== undefined && download.sha256 === document?.sha256,
    rows: type === 1 ? short : full,
  };
}

function trace(ip: string | null, place: string, userAgent: string | null): Trace {
  const { device, deviceType, browser, browserVersion, os } = deviceOf(userAgent ?? undefined);
  return {
    ip: ip || null,
    place: place || null,
    device: [known(device), known(deviceType)].filter(Boolean).join(', ') || null,
    browser: named(browser, browserVersion),
    os: known(os),
  };
}
