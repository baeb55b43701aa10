/** An app's own browser, which shows pages and saves no files, and how its reader gets to the phone's browser. */
export type InApp = {
  app: string;
  /** What opens the page of the order in the phone's browser, where the app lets a page do that; else null. */
  opens: string | null;
  /** The page of the order, to be copied. */
  link: string;
};

/** What an app's browser says of itself. A program that fetches previews for an app sends no browser's user agent. */
const apps: [app: string, says: RegExp][] = [
  ['LINE', /\bLine\/\d/],
  ['WeChat', /\bMicroMessenger\//],
  ['Instagram', /\bInstagram \d/],
  ['Facebook', /\bFB(?:AN|AV|_IAB)\/|\bFBIOS\b/],
  ['KakaoTalk', /\bKAKAOTALK\b/i],
  ['WhatsApp', /\bWhatsApp\b/],
  ['Telegram', /\bTelegram\b/],
  ['TikTok', /\b(?:musical_ly|BytedanceWebview|TikTok)/],
  ['Zalo', /\bZalo\b/],
  ['Snapchat', /\bSnapchat\b/],
];

/** The app whose browser sent this user agent; undefined for a browser that saves files. `link` is the page of the order. */
export function inAppOf(userAgent: string | undefined, link: string): InApp | undefined {
  const text = (userAgent ?? '').slice(0, 512);
  const [app] = (text.startsWith('Mozilla/') && apps.find(([, says]) => says.test(text))) || [];
  return app === undefined ? undefined : { app, opens: opensOf(app, text, link), link };
}

function opensOf(app: string, userAgent: string, link: string): string | null {
  if (app === 'LINE') return `${link}?openExternalBrowser=1`;
  if (app === 'KakaoTalk') return `kakaotalk://web/openExternal?url=${encodeURIComponent(link)}`;
  if (!/\bAndroid\b/.test(userAgent)) return null;
  const [scheme, rest] = link.split('://', 2);
  return `intent://${rest}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}
