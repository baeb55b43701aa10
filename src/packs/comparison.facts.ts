import type { Download } from '../database/download.entity.js';
import type { VisitorSession } from '../database/visitor-session.entity.js';
import { type Device, deviceOf, differsIn, isSameMachine } from '../platform/device.js';
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
  /** What the user agent says, for the comparison of device and system. */
  used: Device;
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
  const row = (trait: string, of: Exclude<keyof Trace, 'used'>): ComparisonRow => {
    const [purchase, ...later] = (['purchase', 'tracking', 'download'] as const).map(
      (time) => traces[time]?.[of] ?? null,
    );
    const [atTracking, atDownload] = later as [string | null, string | null];
    const differs = (time: 'tracking' | 'download') => {
      const value = traces[time]?.[of] ?? null;
      if (purchase == null || value === null) return false;
      if (of === 'device' || of === 'os') return differsIn(of, traces.purchase!.used, traces[time]!.used);
      return value !== purchase;
    };
    return {
      trait,
      purchase: purchase ?? null,
      tracking: atTracking,
      download: atDownload,
      differs: [
        ...(differs('tracking') ? (['tracking'] as const) : []),
        ...(differs('download') ? (['download'] as const) : []),
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
    matches: Boolean(traces.purchase && traces.download && isAlike(traces.purchase, traces.download)),
    rows: type === 1 ? short : full,
  };
}

/** Whether two events share anything that not every browser of the kind sends. */
function isAlike(one: Trace, other: Trace): boolean {
  const isSame = (of: 'ip' | 'place' | 'browser') => one[of] !== null && one[of] === other[of];
  return (
    isSame('ip') ||
    isSame('place') ||
    isSame('browser') ||
    isSameMachine(one.used.device, other.used.device) ||
    isSameMachine(one.used.os, other.used.os)
  );
}

function trace(ip: string | null, place: string, userAgent: string | null): Trace {
  const used = deviceOf(userAgent ?? undefined);
  const { device, deviceType, browser, browserVersion, os } = used;
  return {
    ip: ip || null,
    place: place || null,
    device: [known(device), known(deviceType)].filter(Boolean).join(', ') || null,
    browser: named(browser, browserVersion),
    os: known(os),
    used,
  };
}
