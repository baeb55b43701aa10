import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { blankUnknown } from '../shared/browser-label.js';

/** Longer user agents are cut before they are matched, so that a hostile one can't slow the patterns down. */
const READ_LENGTH = 512;
const UNKNOWN = 'Unknown';

type Device = {
  browser: string;
  /** The major version. */
  browserVersion: string;
  /** With its version: `iOS 17.5`. */
  os: string;
  /** The model, else the maker, else `PC`. */
  device: string;
  deviceType: 'Mobile' | 'Tablet' | 'Desktop' | 'Smart TV' | 'Console' | 'Wearable' | 'Embedded' | typeof UNKNOWN;
  /** `Chrome-126-iPhone-Mobile`: the stored text that the visitor's page splits (docs/product.md#downloads-and-evidence). */
  label: string;
};

/**
 * The device that a user agent names, `Unknown` for each part it doesn't name. Dashes become blanks, because a dash
 * separates the parts of the label.
 */
export function deviceOf(userAgent: string | undefined): Device {
  const told = new UAParser((userAgent ?? '').slice(0, READ_LENGTH)).getResult();
  const deviceType = typeOf(told);
  const browser = part(told.browser.name);
  const browserVersion = part(told.browser.version?.split('.')[0]);
  const device = part(modelOf(told) ?? told.device.vendor ?? (deviceType === 'Desktop' ? 'PC' : undefined));
  return {
    browser,
    browserVersion,
    os: part(told.os.name && `${told.os.name} ${told.os.version ?? ''}`),
    device,
    deviceType,
    label: [browser, browserVersion, device, deviceType].join('-'),
  };
}

/** Browser and system in words, `Chrome on Windows 10`; '' when neither is known. */
export function deviceName(userAgent: string | undefined): string {
  const { browser, os } = deviceOf(userAgent);
  return [browser, os].map(blankUnknown).filter(Boolean).join(' on ');
}

/**
 * Whether a request for a document comes from a program, not a person: a mail scanner, a link previewer, a crawler, a
 * script, a HEAD request, or one without a user agent. A scanner that sends a browser's user agent is not recognised.
 */
export function isMachine(userAgent: string | undefined, method: string): boolean {
  const text = (userAgent ?? '').slice(0, READ_LENGTH).trim();
  if (text === '' || method.toUpperCase() === 'HEAD') return true;
  return beyondIsbot.some((pattern) => pattern.test(text)) || (isbot(text) && !worksForAPerson.test(text));
}

/** Android's download manager, which acts for a person; isbot takes it for a crawler. */
const worksForAPerson = /downloadmanager/i;

/** Programs that isbot doesn't recognise, or not when their name follows a browser's. */
const beyondIsbot = [
  // Mail security
  /safelinks|proofpoint|mimecast|barracuda|symantec|messagelabs|cloudmark|ironport|fireeye|trellix|forcepoint|avanan/i,
  /fortiguard|sophos|trendmicro|zscaler|bitdefender|kaspersky|microsoft-atp|google-safety|urlscan|virustotal|netcraft/i,
  // Mail programs that fetch the links of a mail
  /microsoft outlook|microsoft office|ms-office/i,
  // Link previews and crawlers
  /embedly|iframely|vkshare|pinterest\/0|slurp/i,
  // Scripts and automated browsers
  /^dart\b|powershell|puppeteer|webdriver/i,
];

function typeOf({ device, os }: UAParser.IResult): Device['deviceType'] {
  const type = types[device.type ?? ''];
  if (type) return type;
  return /^(windows|mac os|linux|chromium os|ubuntu|debian|fedora|\w*bsd)$/i.test(os.name ?? '') ? 'Desktop' : UNKNOWN;
}

const types: Record<string, Device['deviceType']> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  smarttv: 'Smart TV',
  console: 'Console',
  wearable: 'Wearable',
  embedded: 'Embedded',
};

/** Chrome on Android calls every model `K` to keep it private. */
function modelOf({ device, os }: UAParser.IResult): string | undefined {
  return device.model === 'K' ? os.name : device.model;
}

function part(text: string | undefined): string {
  return (
    text
      ?.replace(/[-\s]+/g, ' ')
      .trim()
      .slice(0, 60) || UNKNOWN
  );
}
