import { describe, expect, test } from '@jest/globals';
import { deviceOf, differsIn, isMachine, isSameMachine } from '../../src/platform/device.js';
import { blankUnknown, splitBrowserLabel } from '../../src/shared/browser-label.js';
import { growth, proportional } from '../support/growth.js';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chromeOnIphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`;
const chromeOnWindows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/126.0.0.0 Safari/537.36`;

/** What people use: their user agents, labels and systems. */
const people: [string, string, string][] = [
  [chromeOnIphone, 'Chrome-126-iPhone-Mobile', 'iOS 17.5'],
  [
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Mobile Safari-17-iPad-Tablet',
    'iOS 17.5',
  ],
  [chromeOnWindows, 'Chrome-126-PC-Desktop', 'Windows 10 or newer'],
  [`${chromeOnWindows} Edg/126.0.2592.68`, 'Edge-126-PC-Desktop', 'Windows 10 or newer'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1.15`,
    'Safari-17-Mac or iPad-Unknown',
    'macOS, or an iPad',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox-127-PC-Desktop', 'Linux'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/126.0.0.0 Safari/537.36`,
    'Chrome-126-PC-Desktop',
    'Chromium OS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${blink} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet-25-SM S918B-Mobile',
    'Android 14',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/126.0.0.0 Mobile Safari/537.36`,
    'Chrome-126-Android-Mobile',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 12; HUAWEI-ELS-NX9) ${blink} Chrome/99.0.4844.88 HuaweiBrowser/14.0.5.303 Mobile Safari/537.36`,
    'Huawei Browser-14-ELS NX9-Mobile',
    'Android 12',
  ],
  [
    `Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) ${blink} Chrome/126.0.0.0 Mobile Safari/537.36`,
    'Chrome-126-CUBOT NOTE 20-Mobile',
    'Android 11',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.29.106;FBDV/iPhone14,5]`,
    'Facebook-468-iPhone-Mobile',
    'iOS 17.5',
  ],
];

describe('deviceOf', () => {
  test.each(people)('%s', (userAgent, label, os) => {
    expect(deviceOf(userAgent)).toMatchObject({ label, os });
  });

  /** Each with what is said of its system and device. Browsers send the same version for everything that came after it. */
  const frozen: [string, string, string][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Windows 10 or newer', 'PC'],
    [`Mozilla/5.0 (Windows NT 6.1; Win64; x64) ${blink} Chrome/109.0.0.0 Safari/537.36`, 'Windows 7', 'PC'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101`, 'macOS, or an iPad', 'Mac or iPad'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Chrome/146.0.0.0`, 'macOS, or an iPad', 'Mac or iPad'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_6) ${webkit} Version/13.1`, 'Mac OS 10.13.6', 'Macintosh'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0`, 'Android', 'Android'],
    ['Mozilla/5.0 (Android 10; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Android', 'Unknown'],
    [`Mozilla/5.0 (Linux; Android 10; SM-A105F) ${blink} Chrome/138.0.0.0`, 'Android 10', 'SM A105F'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/26.0`, 'iOS 18 or newer', 'iPhone'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5`, 'iOS 18.5', 'iPhone'],
  ];
  test.each(frozen)('a version that is no longer told is none: %s', (userAgent, os, device) => {
    expect(deviceOf(userAgent)).toMatchObject({ os, device });
  });

  test('nothing is equal by a name that every such browser sends, nor different where one may be the other', () => {
    const [windows, , mac, , oldMac, android, , phone, , iphone] = frozen.map(([userAgent]) => deviceOf(userAgent));
    for (const one of [windows!, mac!, android!]) {
      expect(isSameMachine(one.os, one.os)).toBe(false);
      expect(isSameMachine(one.device, one.device)).toBe(false);
    }
    expect(isSameMachine(iphone!.device, iphone!.device)).toBe(false);
    expect(isSameMachine(phone!.device, phone!.device)).toBe(true);
    expect(isSameMachine(iphone!.os, iphone!.os)).toBe(true);

    const ipad = deviceOf(`Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${webkit} Version/17.5 Mobile/15E148`);
    for (const [one, other] of [
      [mac, ipad],
      [oldMac, mac],
      [android, phone],
    ]) {
      expect(differsIn('os', one!, other!)).toBe(false);
      expect(differsIn('device', other!, one!)).toBe(false);
    }
    expect(differsIn('os', mac!, iphone!)).toBe(true);
    expect(differsIn('device', windows!, mac!)).toBe(true);
    expect(differsIn('os', oldMac!, windows!)).toBe(true);
  });

  test('names the parts', () => {
    expect(deviceOf(chromeOnIphone)).toEqual({
      browser: 'Chrome',
      browserVersion: '126',
      os: 'iOS 17.5',
      device: 'iPhone',
      deviceType: 'Mobile',
      label: 'Chrome-126-iPhone-Mobile',
    });
  });

  test.each([undefined, '', 'junk', '\u0000', '---', 'a'.repeat(100_000)])('is Unknown for %.10s', (userAgent) => {
    expect(deviceOf(userAgent)).toEqual({
      browser: 'Unknown',
      browserVersion: 'Unknown',
      os: 'Unknown',
      device: 'Unknown',
      deviceType: 'Unknown',
      label: 'Unknown-Unknown-Unknown-Unknown',
    });
  });

  test('no user agent puts a dash into a part of the label or stalls', () => {
    const pieces = [
      'Mozilla/5.0 (',
      'Linux; Android 9; ',
      'A-B-C ',
      'Build/',
      '((',
      ' Chrome/1-2-3',
      '; ',
      '-',
      ' ',
      '\t',
    ];
    for (let seed = 1; seed < 2000; seed++) {
      const userAgent = Array.from(
        { length: 60 },
        (_, at) => pieces[(seed * (at + 3) + (seed >> (at % 7))) % pieces.length],
      );
      expect(deviceOf(userAgent.join('')).label.split('-')).toHaveLength(4);
    }
    const read = (times: number) => pieces.forEach((piece) => deviceOf(piece.repeat(times)));
    expect(growth(read, 1_000_000)).toBeLessThan(proportional);
  });
});

describe('splitBrowserLabel', () => {
  test('skips the version', () => {
    expect(splitBrowserLabel('Chrome-126-iPhone-Mobile')).toEqual({
      browser: 'Chrome',
      device: 'iPhone',
      deviceType: 'Mobile',
    });
  });

  test('gives back what deviceOf composed', () => {
    for (const [userAgent] of people) {
      const { browser, device, deviceType, label } = deviceOf(userAgent);
      expect(splitBrowserLabel(label)).toEqual({ browser, device, deviceType: blankUnknown(deviceType) });
    }
  });

  test('blanks an unknown type, and parts that are not there', () => {
    expect(splitBrowserLabel('Chrome-126-Unknown-Unknown')).toEqual({
      browser: 'Chrome',
      device: 'Unknown',
      deviceType: '',
    });
    expect(splitBrowserLabel('Chrome')).toEqual({ browser: 'Chrome', device: '', deviceType: '' });
    expect(splitBrowserLabel('')).toEqual({ browser: '', device: '', deviceType: '' });
  });

  test('an unknown system is blanked too', () => {
    expect(blankUnknown(deviceOf('junk').os)).toBe('');
    expect(blankUnknown('iOS 17.5')).toBe('iOS 17.5');
  });
});

describe('isMachine', () => {
  test.each(people)('no person is taken for one: %s', (userAgent) => {
    expect(isMachine(userAgent, 'GET')).toBe(false);
  });

  test.each([
    'AndroidDownloadManager/13 (Linux; U; Android 13; SM-S918B)',
    `${chromeOnIphone} Line/14.8.0`,
    `${chromeOnIphone} [LinkedInApp]/9.29`,
    `${chromeOnIphone} [Pinterest/iOS]`,
  ])('nor a download manager or in-app browser: %s', (userAgent) => {
    expect(isMachine(userAgent, 'GET')).toBe(false);
  });

  test.each([
    // models with a program's word in their name
    `Mozilla/5.0 (Linux; Android 12; CUBOT P50) ${blink} Chrome/127.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 7.0; S bot 61 Build/NRD90M; wv) ${blink} Version/4.0 Chrome/78.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; U; Android 9; en-gb; Discovery 9 Max) ${blink} Version/4.0 Chrome/101.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; arm_64; Android 13; Discovery 12) ${blink} Chrome/122.0.0.0 YaBrowser/24.4.0.308.00 SA/3 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 13; Spider (8)) ${blink} Chrome/124.0.0.0 Mobile Safari/537.36`,
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows Phone OS 7.5; Trident/5.0; IEMobile/9.0; HTC; Radar 7)',
    // browsers and apps that show a page
    `Mozilla/5.0 (Linux; Android 10; TL-1 Build/Q; wv) ${blink} Version/4.0 Chrome/68.0.0.0 Mobile Safari/537.36 SogouMSE,SogouMobileBrowser/6.4`,
    `Mozilla/5.0 (Linux; Android 12; LG-1 Build/L; wv) ${blink} Chrome/86.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.21 Process/toolsmp`,
    `Mozilla/5.0 (Linux; Android 9; ZT-1 Build/P) ${blink} Version/4.0 Safari/537.36 Instagram 54.0.0.14 Android (28/9; 160dpi; 1024x720; X; news 1; en)`,
    `Mozilla/5.0 (Linux; Android 9; VF-1; wv) ${blink} Version/4.0 Chrome/59.0.0.0 Safari/537.36 [air.com.example/1.0]`,
    'dv(iPh14,5);pr(UCBrowser/13.9.8.1767);ov(15_4_1);ss(375x667);bt(UC);pm(0);bv(0);nm(0);im(0);nt(2);',
    `Mozilla/5.0 (SAMSUNG; SAMSUNG-GT-S8500/1.0; U; Bada/1.0; en-us) AppleWebKit/533.1 (KHTML, like Gecko) Dolfin/2.0 Mobile`,
  ])('nor a phone or an app that has a program’s word in its name: %s', (userAgent) => {
    expect(isMachine(userAgent, 'GET')).toBe(false);
  });

  test.each([
    '',
    '   ',
    'Mozilla/5.0 (compatible; Microsoft SafeLinks)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Proofpoint-URL-Defense',
    'Mimecast/1.0 URL Protect',
    'BarracudaCentral/1.0',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'facebookexternalhit/1.1;kakaotalk-scrap/1.0',
    'meta-externalagent/1.1',
    'WhatsApp/2.24.13.77 A',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Twitterbot/1.0',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    `${chromeOnWindows} BingPreview/1.0b`,
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `Mozilla/5.0 ${webkit} (Applebot/0.1; +http://www.apple.com/go/applebot)`,
    'Mozilla/5.0 (compatible; Yahoo! Slurp)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0)',
    // a crawler that looks like a phone
    `Mozilla/5.0 (Linux; Android 12; CUBOT P50) ${blink} Chrome/127.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P; compatible; Googlebot/2.1) ${blink} Chrome/127.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3; Storebot-Google/1.0) ${blink} Chrome/81.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 9; en-us; Catchpoint) ${blink} Version/4.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 13; Discovery 9) ${blink} HeadlessChrome/127.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 13; SM-1) ${blink} Chrome/127.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A] facebookexternalhit/1.1`,
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Some-Fetcher/0.1) Chrome/119.0.0.0 Safari/537.36',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.32.3',
    'Python-urllib/3.12',
    'Python/3.12 aiohttp/3.9.5',
    'Go-http-client/2.0',
    'Java/17.0.11',
    'node',
    'okhttp/4.12.0',
    'axios/1.7.2',
    'PostmanRuntime/7.39.0',
    `Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/147.0.0.0 Safari/537.36`,
  ])('a scanner, previewer, crawler or script is one: %s', (userAgent) => {
    expect(isMachine(userAgent, 'GET')).toBe(true);
  });

  test('so is whatever sends no user agent, or asks by HEAD', () => {
    expect(isMachine(undefined, 'GET')).toBe(true);
    expect(isMachine(chromeOnIphone, 'HEAD')).toBe(true);
    expect(isMachine(chromeOnIphone, 'head')).toBe(true);
  });

  test('a hostile user agent costs no time', () => {
    const pieces = ['bot', 'cubo', ' ', 'python', 'curl', '(', 'aaaaaaaab', '(Linux; Android 1;', '[FB', 'com.'];
    const read = (times: number) => {
      for (const piece of pieces)
        for (const start of ['x', 'Mozilla/5.0 ']) isMachine(`${start}${piece.repeat(times)}`, 'GET');
    };
    expect(growth(read, 1_000_000)).toBeLessThan(proportional);
  });
});
