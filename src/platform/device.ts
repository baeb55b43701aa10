import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { blankUnknown } from '../shared/browser-label.js';

/** Longer user agents are cut before they are matched, so that a hostile one can't slow the patterns down. */
const READ_LENGTH = 512;
const UNKNOWN = 'Unknown';

export type Device = {
  browser: string;
  /** The major version. */
  browserVersion: string;
  /** With its version where the browser tells it: `iOS 17.5`, but `Windows 10 or newer`. */
  os: string;
  /** The model, else the maker, else `PC`. What may be a Mac or an iPad is called so. */
  device: string;
  deviceType: 'Mobile' | 'Tablet' | 'Desktop' | 'Smart TV' | 'Console' | 'Wearable' | 'Embedded' | typeof UNKNOWN;
  /** `Chrome-126-iPhone-Mobile`: the stored text that the visitor's page splits (docs/evidence.md#downloads-and-evidence). */
  label: string;
};

/**
 * The device that a user agent names, `Unknown` for each part it doesn't name. Dashes become blanks, because a dash
 * separates the parts of the label.
 */
export function deviceOf(userAgent: string | undefined): Device {
  const told = new UAParser((userAgent ?? '').slice(0, READ_LENGTH)).getResult();
  const frozen = frozenOf(told);
  const deviceType = frozen === macOrIpad ? UNKNOWN : typeOf(told);
  const browser = part(told.browser.name);
  const browserVersion = part(told.browser.version?.split('.')[0]);
  const device = part(modelOf(told, frozen) ?? told.device.vendor ?? (deviceType === 'Desktop' ? 'PC' : undefined));
  return {
    browser,
    browserVersion,
    os: frozen ?? part(told.os.name && `${told.os.name} ${told.os.version ?? ''}`),
    device,
    deviceType,
    label: [browser, browserVersion, device, deviceType].join('-'),
  };
}

const macOrIpad = 'macOS, or an iPad';

/**
 * What a system is called whose version browsers no longer tell: they send the same one for all that came after it. An iPad
 * sends what a Mac sends. Undefined for a version that is told.
 */
function frozenOf({ os, device }: UAParser.IResult): string | undefined {
  const version = os.version ?? '';
  switch (os.name) {
    case 'Windows':
      return version === '10' ? 'Windows 10 or newer' : undefined;
    case 'Mac OS':
      return version === '' || /^(?:10\.15|1[1-9]|[2-9]\d)\b/.test(version) ? macOrIpad : undefined;
    case 'Android':
      return version === '10' && (device.model === undefined || device.model === 'K') ? 'Android' : undefined;
    case 'iOS':
      return /^18\.[67]\b/.test(version) ? 'iOS 18 or newer' : undefined;
    case 'Chromium OS':
      return os.name;
    default:
      return undefined;
  }
}

/** Names that every browser of the kind sends, whatever the machine: that two of them are equal says nothing. */
const namesOfMany = new Set(
  ['PC', 'iPhone', 'iPad', 'Macintosh', 'Mac or iPad', 'Android', 'Linux', 'Chromium OS', macOrIpad].concat(
    'Windows 10 or newer',
    'iOS 18 or newer',
    UNKNOWN,
  ),
);

/** Whether two systems, or two devices, by the names of `deviceOf`, are equal in what not every such browser sends. */
export function isSameMachine(one: string, other: string): boolean {
  return one === other && !namesOfMany.has(one);
}

/**
 * Whether two user agents can't be of the same system, or of the same device. A name that covers several, such as that of a
 * Mac that may be an iPad, differs from none of them.
 */
export function differsIn(trait: 'os' | 'device', one: Device, other: Device): boolean {
  if (covers(one, other) || covers(other, one)) return false;
  const named = (device: Device) => (trait === 'os' ? device.os : `${device.device}, ${device.deviceType}`);
  return named(one) !== named(other);
}

/** Whether the first has a name for which the second may be another. */
function covers({ os }: Device, other: Device): boolean {
  if (os === macOrIpad) return /^Mac|^iPad/.test(other.device);
  return os === 'Android' && /^Android\b/.test(other.os);
}

/** Browser and system in words, `Chrome on Windows 10 or newer`; '' when neither is known. */
export function deviceName(userAgent: string | undefined): string {
  const { browser, os } = deviceOf(userAgent);
  return [browser, os].map(blankUnknown).filter(Boolean).join(' on ');
}

/**
 * Whether a request for a document comes from a program, not a person: a mail scanner, a link previewer, a crawler, a
 * script, a HEAD request, or one without a user agent. The name of a phone is no program's, whatever words it has. A
 * scanner that sends a browser's user agent is not recognised.
 */
export function isMachine(userAgent: string | undefined, method: string): boolean {
  const text = (userAgent ?? '').slice(0, READ_LENGTH).trim();
  if (text === '' || method.toUpperCase() === 'HEAD') return true;
  // nobody has a browser that says MSIE any more, but for old phones; scanners do
  if (/\bMSIE \d/.test(text) && !text.includes('IEMobile')) return true;
  const named = withoutDevice(text);
  return beyondIsbot.some((pattern) => pattern.test(text)) || (isbot(named) && !worksForAPerson.test(named));
}

/**
 * The user agent without the model of the phone and the app that shows the page. isbot can't tell them from a program's name:
 * it takes the phones `M bot 54` and `Discovery SE`, and a page that WeChat shows, for crawlers.
 */
function withoutDevice(text: string): string {
  const isBrowser = /^(?:Mozilla|Opera|Dalvik)\//.test(text);
  if (!isBrowser) return text;
  const rest = text.replace(androidModel, (whole, system: string, model: string) =>
    namesItself.test(model.replace(/\bBuild\/[^\s;)]+/i, '')) ? whole : `${system})`,
  );
  return devicesAndApps.reduce((told, part) => told.replace(part, ' '), rest);
}

/** The system, and the model with its build, in the first parentheses: `(Linux; Android 7.0; M bot 54)`. */
const androidModel = /(\(Linux; (?:[^;()]+; ){0,2}Android [\d.]+);([^]*?)\)(?=$| AppleWebKit\/| \[)/i;

/** In the place of a model, a crawler gives its version or address: `compatible; Googlebot/2.1; +http://…`. */
const namesItself = /\/|compatible|@/i;

/** What other phones and televisions say of themselves, and what apps that show pages to a person add. */
const devicesAndApps = [
  // the model on Windows Phone, and that on Samsung's own system
  /\bIEMobile\/[\d.]+;[^()]*/g,
  /\bSAMSUNG-[\w-]+\/[\w.]+;/g,
  // a system or a television's standard in its first version, which isbot takes for a crawler's
  /\b(?:bada|webos|rex|ce-html|nettv)\/1\.0;/gi,
  // Facebook and Messenger, with the carrier and the model
  /\[FB[^\]]*\]/g,
  // Instagram and Threads, with the model
  /\b(?:Instagram|Barcelona) [\d.]+ Android \(?[^()]*\)?/g,
  // WeChat, with the process that shows the page
  /\bProcess\/\w+/g,
  // Sogou’s browser and search app; its crawlers have other names
  /\bSogou(?:MSE|MobileBrowser|Search)\b[^,\s]*/g,
  // an app by the name of its package: com.google.GooglePlus/33839
  /\b(?:air\.)?com\.[\w.]+/g,
];

/** Android's download manager and UC Browser's own form on iPhones, which act for a person; isbot takes them for crawlers. */
const worksForAPerson = /downloadmanager|^dv\(iP\w+,\d+\);pr\(UCBrowser\//i;

/** Programs that isbot doesn't recognise, or not when their name follows a browser's. */
const beyondIsbot = [
  // Mail security
  /safelinks|proofpoint|mimecast|barracuda|symantec|messagelabs|cloudmark|ironport|fireeye|trellix|forcepoint|avanan/i,
  /fortiguard|sophos|trendmicro|zscaler|bitdefender|kaspersky|microsoft-atp|google-safety|urlscan|virustotal|netcraft/i,
  // Mail programs that fetch the links of a mail
  /microsoft outlook|microsoft office|ms-office/i,
  // Link previews and crawlers
  /embedly|iframely|vkshare|pinterest\/0|slurp|facebookexternalhit|like gecko; compatible;/i,
  // Monitoring in the place of a phone's model
  /catchpoint/i,
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
function modelOf({ device, os }: UAParser.IResult, frozen: string | undefined): string | undefined {
  if (frozen === macOrIpad) return 'Mac or iPad';
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
