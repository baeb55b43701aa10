import { expect, test } from '@jest/globals';
import { inAppOf } from '../../src/shared/in-app.js';

const link = 'https://shop.example/track-order/MjAwMjQ2';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const intent =
  'intent://shop.example/track-order/MjAwMjQ2#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end';

test.each([
  [`${iphone} Mobile/15E148 Safari Line/14.5.0`, 'LINE', `${link}?openExternalBrowser=1`],
  [`${android} Chrome/130.0.0.0 Mobile Safari/537.36 Line/14.1.2/IAB`, 'LINE', `${link}?openExternalBrowser=1`],
  [`${android} Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47`, 'WeChat', intent],
  [`${iphone} Mobile/15E148 MicroMessenger/8.0.47(0x18002f2f) NetType/WIFI`, 'WeChat', null],
  [`${iphone} Mobile/15E148 Instagram 330.0.0.0`, 'Instagram', null],
  [`${android} Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 330.0.0.40.92 Android (34/14)`, 'Instagram', intent],
  [`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.29.106;FBDV/iPhone14,5]`, 'Facebook', null],
  [`${android} Chrome/130.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/468.0.0.1;]`, 'Facebook', intent],
  [
    `${iphone} Mobile/15E148 KAKAOTALK 10.4.5`,
    'KakaoTalk',
    'kakaotalk://web/openExternal?url=https%3A%2F%2Fshop.example%2Ftrack-order%2FMjAwMjQ2',
  ],
  [`${android} Chrome/130.0.0.0 Mobile Safari/537.36 WhatsApp/2.24.11`, 'WhatsApp', intent],
  [`${android} Chrome/130.0.0.0 Mobile Safari/537.36 Telegram-Android/11.2.3 (Google Pixel 8)`, 'Telegram', intent],
])('%s', (userAgent, app, opens) => {
  expect(inAppOf(userAgent, link)).toEqual({ app, opens, link });
});

test.each([
  undefined,
  '',
  `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${iphone} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 9; Offline/9) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
])('%s saves files, or is no browser', (userAgent) => {
  expect(inAppOf(userAgent, link)).toBeUndefined();
});
