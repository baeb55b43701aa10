import type { HTTPRequest, Page } from 'puppeteer';
import { eventually } from './app.js';

/** Holds the page's requests for which `wanted` is true, until they are released. */
export async function hold(page: Page, wanted: (request: HTTPRequest) => boolean) {
  const held: HTTPRequest[] = [];
  let letThrough = false;
  const onRequest = (request: HTTPRequest) => {
    if (!letThrough && wanted(request)) held.push(request);
    else void request.continue().catch(() => undefined);
  };
  await page.setRequestInterception(true);
  page.on('request', onRequest);
  return {
    held,
    /** Waits until `count` requests are held. */
    until: (count: number) => eventually(async () => held.length >= count),
    /** Releases the request held longest; a request that the page has cancelled is ignored. */
    release: () =>
      held
        .shift()!
        .continue()
        .catch(() => undefined),
    end: async () => {
      letThrough = true;
      await Promise.all(held.map((request) => request.continue().catch(() => undefined)));
      page.off('request', onRequest);
      await page.setRequestInterception(false);
    },
  };
}
