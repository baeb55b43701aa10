import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Brand, shippedBrands } from '../../src/shared/brands.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

const picture = 'data:image/svg+xml;base64,PHN2Zy8+';
const [main] = shippedBrands as [Brand];
const brands: Brand[] = [
  { ...main, key: 'pictured', logo: picture, domains: ['pictured.example'] },
  { ...main, key: 'plain', logo: undefined, name: 'Zebra Cards', domains: ['plain.example'], colour: '#123456' },
];

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { BRANDS: JSON.stringify(brands) } });
});
afterAll(() => app.close());

async function pageOf(landing_domain: string): Promise<string> {
  const { encoded } = await takeIn(app, { landing_domain });
  return (await fetch(`${app.url}/track-order/${encoded}`)).text();
}

test('a brand of the owner’s wears its own picture', async () => {
  expect(await pageOf('pictured.example')).toContain(`<img src="${picture}" alt=""`);
});

test('without one it wears its initial and its colour', async () => {
  const html = await pageOf('plain.example');
  expect(html).toMatch(/<text [^>]*>Z<\/text>/);
  expect(html).toContain('[data-brand=plain]{--color-brand:#123456}');
});
