import { UAParser } from 'ua-parser-js';

/** Longer user agents are cut before any pattern reads them, so that a hostile one costs no time. */
const READ_LENGTH = 512;
const UNKNOWN = 'Unknown';

export type Device = {
  browser: string;
  /** The major version. */
  browserVersion: string;
  /** With its version: `iOS 17.5`. */
  os: string;
  /** The model, else the maker, else `PC`. */
  device: string;
  deviceType: 'Mobile' | 'Tablet' | 'Desktop' | 'Smart TV' | 'Console' | 'Wearable' | 'Embedded' | typeof UNKNOWN;
  /** `Chrome-126-iPhone-Mobile`: the stored text that the visitor's page splits (decisions: Visitors). */
  label: string;
};

/** What a user agent says of itself, `Unknown` where it says nothing. Dashes become blanks, since they part the label. */
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

/** The parts of a stored label that the visitor's history shows (spec §2): no version, and an unknown type blank. */
export function splitBrowserLabel(label: string): { browser: string; device: string; deviceType: string } {
  const [browser = '', , device = '', deviceType = ''] = label.split('-');
  return { browser, device, deviceType: blankUnknown(deviceType) };
}

/** How a device type or an operating system is shown: not at all when unknown (spec §2). */
export function blankUnknown(text: string): string {
  return text === UNKNOWN ? '' : text;
}

/**
 * Whether a request for a document is a program's and no person's: a mail scanner, a link previewer, a crawler, a
 * script, a HEAD request, or one that doesn't say what it is. Scanners that pose as a person's browser can't be told by this.
 */
export function isMachine(userAgent: string | undefined, method: string): boolean {
  const text = (userAgent ?? '').slice(0, READ_LENGTH).trim();
  return text === '' || method.toUpperCase() === 'HEAD' || machines.some((pattern) => pattern.test(text));
}

/** In-app browsers (FBAN, LinkedInApp, Line and their like) and download managers are people's and stay out. */
const machines = [
  // Mail security
  /safelinks|proofpoint|mimecast|barracuda|symantec|messagelabs|cloudmark|ironport|fireeye|trellix|forcepoint|avanan/i,
  /fortiguard|sophos|trendmicro|zscaler|bitdefender|kaspersky|microsoft-atp|google-safety|urlscan|virustotal|netcraft/i,
  // Mail programs and services that fetch what a mail points to
  /googleimageproxy|ggpht\.com|yahoomailproxy|microsoft outlook|microsoft office|ms-office/i,
  // Link previews
  /^(whatsapp|viber)\/|facebookexternalhit|meta-external|uripreview|url preview|linkpreview/i,
  /bingpreview|microsoftpreview|slack-imgproxy|embedly|iframely|vkshare|pinterest\/0|google-read-aloud/i,
  // Crawlers; the lookbehind spares the phones that Cubot makes
  /(?<!cu)bot\b|crawl|spider|slurp|feedfetcher|mediapartners-google|google-inspectiontool|googleother|lighthouse/i,
  // Scripts, and browsers nobody sits at
  /^(curl|wget|httpie|java|go-http-client|node|undici|axios|got|ruby|php|perl|lwp|dart|okhttp)\b/i,
  /python|aiohttp|httpx|scrapy|libwww|node-fetch|guzzle|apache-httpclient|postman|insomnia|powershell/i,
  /headless|phantomjs|puppeteer|playwright|selenium|webdriver/i,
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
