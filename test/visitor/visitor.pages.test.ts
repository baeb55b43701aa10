import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Storage } from '../../src/platform/storage.js';
import { delivered, image, move, pdf, track, upload, uploadForm } from '../documents/cards.js';
import { startApp, type TestApp } from '../support/app.js';
import { giveBack, dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { SUBMISSION_WINDOW_DAYS: '5' } });
});
afterAll(() => app.close());

/** A minimal browser without JavaScript, for forms: it keeps cookies, follows redirects, and sends Referer. */
class Visit {
  private readonly cookies = new Map<string, string>();
  url = '';
  html = '';
  status = 0;

  constructor(private readonly headers: Record<string, string> = {}) {}

  async get(path: string): Promise<this> {
    return this.send(path, { headers: { ...this.headers } });
  }

  async post(fields: Record<string, string>): Promise<this> {
    const action = /<form[^>]* action="([^"]+)"/.exec(this.html)![1]!;
    const csrf = /name="_csrf"[^>]* value="([^"]+)"/.exec(this.html)![1]!;
    return this.send(action, {
      method: 'POST',
      body: new URLSearchParams({ _csrf: csrf, ...fields }),
      headers: { ...this.headers, referer: app.url + this.url },
    });
  }

  private async send(
    path: string,
    { headers, ...init }: { method?: string; body?: URLSearchParams; headers: Record<string, string> },
  ): Promise<this> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(app.url + path, {
      ...init,
      redirect: 'manual',
      headers: { ...headers, cookie },
    });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one)!;
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(one)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    if (to) return this.get(to);

    Object.assign(this, { url: path, html: await answer.text(), status: answer.status });
    return this;
  }

  get text(): string {
    const [body = ''] = /<body[\s\S]*$/.exec(this.html) ?? [];
    return body
      .replace(/<script[\s\S]*?<\/script>|<!--.*?-->/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/&#x27;/g, "'")
      .replace(/\s+/g, ' ');
  }
}

const open = (path: string, headers?: Record<string, string>) => new Visit(headers).get(path);

describe('GET /track-order', () => {
  test('shows the form, whole, to anybody', async () => {
    const { status, text, html } = await open('/track-order');
    expect(status).toBe(200);
    for (const words of [
      'Download your Malaysia Digital Arrival Card',
      'Order ID',
      'Email ID',
      'TRACK ORDER',
      'Contact Support',
    ]) {
      expect(text).toContain(words);
    }
    expect(html).toContain('<title data-inertia="">Track Order | Malaysia Digital Arrival Card</title>');
  });

  test('an address that names an order fills its id in, any other leaves it empty', async () => {
    const { id, encoded } = await takeIn(app);
    const idIn = async (name: string) =>
      /id="orderId"[^>]* value="([^"]*)"/.exec((await open(`/track-order/${name}`)).html)?.[1];
    expect(await idIn(encoded)).toBe(String(id));
    expect(await idIn(String(id))).toBe(String(id));
    expect((await idIn('nonsense')) ?? '').toBe('');
    expect((await idIn('%3Cscript%3E')) ?? '').toBe('');
  });

  test('a form of another site is refused', async () => {
    const { id } = await takeIn(app);
    const right = { orderId: String(id), email: 'ann@example.com' };
    for (const body of [right, { ...right, _csrf: 'x' }] as Record<string, string>[]) {
      const answer = await fetch(`${app.url}/api/front/track-order`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(body),
      });
      expect(answer.headers.getSetCookie().join()).not.toContain('visitor=');
    }
  });
});

describe('in the browser of an app, which saves nothing', () => {
  const agents = {
    LINE: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.5.0',
    WeChat:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47',
    Instagram:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 330.0.0.0',
  };
  const opening = { LINE: 'openExternalBrowser=1', WeChat: 'href="intent://', Instagram: 'Open in Safari' };

  test.each(Object.keys(agents) as (keyof typeof agents)[])('%s', async (name) => {
    const { id, encoded } = await delivered(app);
    const visit = await open(`/track-order/${encoded}`, { 'user-agent': agents[name] });
    await visit.post({ orderId: String(id), email: 'ann@example.com' });
    expect(visit.text).toContain(`${name} can’t save files`);
    expect(visit.html).toContain(opening[name]);
    expect(visit.html).toContain(`${app.env.publicUrl}/track-order/${encoded}`);
    expect(visit.html).toMatch(/<img[^>]* src="[^"]*\/picture"/);
    expect(visit.text).not.toMatch(/download is complete|Download Now/);

    await visit.post({ orderId: encoded });
    expect(visit.text).toContain('We send your card to your email again.');
    const mails = await app.database.query(
      "SELECT recipient, sent_by FROM mails WHERE order_id = $1 AND kind = 'resend'",
      [id],
    );
    expect(mails).toEqual([{ recipient: 'ann@example.com', sent_by: expect.any(String) }]);
    await visit.post({ orderId: encoded });
    expect(visit.text).toContain('We can’t send it again now.');
  });

  test('a browser that saves files has the button to the file, and no more', async () => {
    const { id, encoded } = await delivered(app);
    const visit = await open(`/track-order/${encoded}`);
    await visit.post({ orderId: String(id), email: 'ann@example.com' });
    expect(visit.text).toContain('Download Now');
    expect(visit.text).not.toMatch(/Send it to my email again|Copy link/);
  });
});

describe('whose clothes a page wears', () => {
  const main = ['Malaysia Digital Arrival Card', 'How it works', 'Questions', 'Terms', '© 2025'];
  const alt = ['Malaysia Arrival Help', '© 2025'];

  test.each(['arrival-help.example', 'arrivalhelp.example', 'www.ArrivalHelp.example'])(
    'an order from %s: the other logo, the contact alone, the other footer',
    async (landing_domain) => {
      const { id, encoded } = await takeIn(app, { landing_domain });
      const visit = await open(`/track-order/${encoded}`);
      const wearsIt = () => {
        for (const words of alt) expect(visit.text).toContain(words);
        expect(visit.text).not.toMatch(/How it works|Questions|Terms/);
        expect(visit.html).toContain('mailto:help@arrival-help.example');
      };
      wearsIt();
      await visit.post({ orderId: String(id), email: 'ann@example.com' });
      expect(visit.url).toBe(`/get-new-order-details/${encoded}`);
      wearsIt();
    },
  );

  test('any other order wears the main brand, with its whole menu', async () => {
    const { encoded } = await takeIn(app, { landing_domain: 'somewhere-else.example' });
    const { text, html } = await open(`/track-order/${encoded}`);
    for (const words of main) expect(text).toContain(words);
    expect(html).toContain('href="https://malaysia-arrival-card.example/how-it-works"');
  });
});

describe('tracking by a plain form', () => {
  test('a right pair leads to the download page, a wrong one back with its sentence', async () => {
    const { id, encoded, file1 } = await delivered(app);
    const visit = await open(`/track-order/${encoded}`);
    await visit.post({ orderId: String(id), email: 'eve@example.com' });
    expect(visit.url).toBe(`/track-order/${encoded}`);
    expect(visit.text).toContain('We could not find an order with these details.');

    await visit.post({ orderId: String(id), email: 'ann@example.com' });
    expect(visit.url).toBe(`/get-new-order-details/${encoded}`);
    for (const words of [
      'Your card is ready',
      'Download Now',
      'Downloaded History',
      'No record found',
      'Contact Support',
    ]) {
      expect(visit.text).toContain(words);
    }
    expect(visit.html).toContain(`/uploads/docs/${id}/${file1}?`);
  });

  test('what is missing stands at its field', async () => {
    const visit = await open('/track-order');
    await visit.post({ orderId: ' ', email: '' });
    expect(visit.text).toContain('Please enter your orderId');
    expect(visit.text).toContain('Please enter your email');
  });
});

describe('GET /get-new-order-details/{orderId}', () => {
  test('without a session of that order it leads to the track page', async () => {
    const { encoded } = await delivered(app);
    const { id: other } = await takeIn(app);
    expect((await open(`/get-new-order-details/${encoded}`)).url).toBe(`/track-order/${encoded}`);
    const headers = { authorization: `Bearer ${await track(app, other)}` };
    expect((await open(`/get-new-order-details/${encoded}`, headers)).url).toBe(`/track-order/${encoded}`);
    expect((await open('/get-new-order-details/nonsense')).url).toBe('/track-order');
  });

  test('a card that is not to be had yet, or was replaced, is nowhere in the page', async () => {
    const { id } = await takeIn(app);
    const { body } = await upload(app, uploadForm(id, await pdf()));
    const headers = { authorization: `Bearer ${await track(app, id)}` };
    const path = `/get-new-order-details/${id}`;
    expect((await open(path, headers)).html).not.toContain('card-');

    await move(app, id, 'Completed');
    await upload(app, uploadForm(id, await pdf()));
    const { html } = await open(path, headers);
    expect(html).toContain('Download Now');
    expect(html).not.toContain(body.data.file1);
  });

  test('a session that is over is said on the track page; who never had one reads nothing of it', async () => {
    const { id, encoded } = await delivered(app);
    const path = `/get-new-order-details/${encoded}`;
    const over = 'your order page closed after 30 minutes';
    const visit = await open(path);
    expect(visit.text).not.toContain(over);
    await visit.post({ orderId: String(id), email: 'ann@example.com' });
    expect(visit.url).toBe(path);

    await app.database.query("UPDATE visitor_sessions SET last_used_at = now() - interval '31 minutes'");
    await visit.get(path);
    expect(visit.url).toBe(`/track-order/${encoded}`);
    expect(visit.text).toContain(over);
    await visit.get(`/track-order/${encoded}`);
    expect(visit.text).not.toContain(over);

    const { encoded: other } = await delivered(app);
    await visit.get(`/get-new-order-details/${other}`);
    expect([visit.url, visit.text.includes(over)]).toEqual([`/track-order/${other}`, false]);
  });

  test('it names the days in which the authority takes a card', async () => {
    const { id } = await takeIn(app, { doa: dayFromNow(40) });
    const { text } = await open(`/get-new-order-details/${id}`, { authorization: `Bearer ${await track(app, id)}` });
    expect(text).toContain('Malaysia takes a card only in the 5 days up to the day you arrive');
  });

  test('a part of the money that was given back is said as a part', async () => {
    const { id } = await takeIn(app);
    await app.database.query(
      `UPDATE orders SET process_status = 'Refunds', refund_date = '2026-03-20', refund_amount = 20 WHERE id = $1`,
      [id],
    );
    const headers = { authorization: `Bearer ${await track(app, id)}` };
    const order = await open(`/get-new-order-details/${id}`, headers);
    expect(order.text).toContain('You get USD 20.00 of your money back.');
    const charge = await open(`/get-new-order-details/${id}/charge`, headers);
    expect(charge.text).toContain('We gave USD 20.00 of this money back on ');

    await app.database.query('UPDATE orders SET refund_amount = amount WHERE id = $1', [id]);
    expect((await open(`/get-new-order-details/${id}`, headers)).text).toContain('You get your money back, so');
    expect((await open(`/get-new-order-details/${id}/charge`, headers)).text).toContain('We gave this money back on ');
  });

  test('a part of an order that goes on is a fact of its payment, and what the bank returned is said as that', async () => {
    const { id } = await takeIn(app);
    await giveBack(app, id, { amount: '4', at: '2026-03-20T05:06:07Z' });
    await giveBack(app, id, { amount: '3', at: '2026-03-21T05:06:07Z', failedAt: '2026-03-25T05:06:07Z' });
    const headers = { authorization: `Bearer ${await track(app, id)}` };
    for (const path of ['', '/charge']) {
      const { text } = await open(`/get-new-order-details/${id}${path}`, headers);
      expect(text).toMatch(/Given back USD 4\.00 of USD 49\.00 on 20 March/);
      expect(text).toMatch(
        /Tried to give back USD 3\.00 of USD 49\.00 on 21 March[^;]*; returned by the bank on 25 March/,
      );
      expect(text).not.toMatch(/There will be no card|This order is closed|We gave .* back/);
    }
    expect((await open(`/get-new-order-details/${id}/charge`, headers)).text).toContain('ASK FOR A REFUND');
  });

  test('names and addresses of a customer are text, never markup', async () => {
    const { id } = await takeIn(app, { full_name: '<img src=x onerror=alert(1)>"\'' });
    const { html } = await open(`/get-new-order-details/${id}`, { authorization: `Bearer ${await track(app, id)}` });
    expect(html).not.toContain('<img src=x');
  });
});

describe('the picture of a card', () => {
  const seen = async (id: number) => {
    const headers = { authorization: `Bearer ${await track(app, id)}` };
    const ask = async () => {
      const answer = await fetch(`${app.url}/get-new-order-details/${id}/picture`, { headers, redirect: 'manual' });
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    return { ask, page: () => open(`/get-new-order-details/${id}`, headers) };
  };

  test('is for the visitor of the order alone, is kept by nobody, and is no download', async () => {
    const { id, encoded } = await delivered(app);
    const { id: other } = await delivered(app);
    const path = `/get-new-order-details/${encoded}/picture`;
    for (const headers of [undefined, { authorization: `Bearer ${await track(app, other)}` }])
      expect((await open(path, headers)).url).toBe(`/track-order/${encoded}`);

    const { ask, page } = await seen(id);
    for (let turn = 0; turn < 2; turn++) {
      const { answer, bytes } = await ask();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 266 });
    }
    // drawn by now, so that the page doesn't wait for it in vain on a busy machine
    expect((await page()).html).toMatch(
      /<img src="[^"]*\/picture" alt="The first page of your card" width="400" height="266"/,
    );
    expect(await app.database.query('SELECT FROM downloads WHERE order_id = $1', [id])).toEqual([]);
    expect((await page()).text).toContain('No record found');
  });

  test('is that of the new card once it replaced the old one, and there is none after a refund', async () => {
    const { id } = await delivered(app);
    const { ask, page } = await seen(id);
    const first = (await ask()).bytes;
    await upload(app, uploadForm(id, await image('png')));
    const second = (await ask()).bytes;
    expect(second.equals(first)).toBe(false);
    expect(await sharp(second).metadata()).toMatchObject({ width: 320, height: 200 });
    await move(app, id, 'Refunds');
    expect((await ask()).answer.status).toBe(404);
    expect((await page()).html).not.toContain('/picture');
  });

  test('is shown of a card that is a picture of a kind that not every browser opens', async () => {
    const { id } = await delivered(app, { card: await image('avif') });
    const { answer, bytes } = await (await seen(id)).ask();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 200 });
  });

  test('is missing without a page that can be drawn, and without the file; the page says the rest', async () => {
    const blank = await PDFDocument.create();
    blank.addPage();
    const { id } = await delivered(app, { card: Buffer.from(await blank.save()) });
    const { id: gone } = await delivered(app);
    const [{ key }] = await app.database.query('SELECT storage_key AS key FROM documents WHERE order_id = $1', [gone]);
    await app.web.get<Storage>('Storage').remove(key);
    for (const one of [id, gone]) {
      const { ask, page } = await seen(one);
      const { html, text } = await page();
      expect([html.includes('/picture'), text.includes('Download Now')]).toEqual([false, true]);
      expect(text).toContain('The card is not a visa');
      expect((await ask()).answer.status).toBe(404);
    }
  });
});

describe('the day of arrival for a calendar', () => {
  const fetched = async (id: number) => {
    const headers = { authorization: `Bearer ${await track(app, id)}` };
    return fetch(`${app.url}/get-new-order-details/${id}/arrival.ics`, { headers, redirect: 'manual' });
  };

  test('is a whole day; a name in any script and with any sign comes out as it is', async () => {
    const doa = dayFromNow(20);
    const name = 'فاطمة الزهراء; 陈秀英, O\\Brien สมหญิง Чаудхри with a name that is longer than a line';
    const { id, encoded } = await takeIn(app, { doa, full_name: name });
    expect((await open(`/get-new-order-details/${encoded}/arrival.ics`)).url).toBe(`/track-order/${encoded}`);
    const answer = await fetched(id);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const lines = (await answer.text()).split('\r\n');
    expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\uFFFD'))).toBe(true);
    const fields = new Map(
      lines
        .join('\r\n')
        .replaceAll('\r\n ', '')
        .split('\r\n')
        .map((line) => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1)]),
    );
    const plain = (day: string) => day.replaceAll('-', '');
    expect(fields.get('DTSTART;VALUE=DATE')).toBe(plain(doa));
    expect(fields.get('DTEND;VALUE=DATE')).toBe(plain(dayFromNow(21)));
    expect(fields.get('UID')).toBe(`arrival-${id}@127.0.0.1`);
    const text = fields.get('SUMMARY')!;
    expect(text).toContain('\\;');
    expect(text.replaceAll(/\\([\\;,])/g, '$1')).toBe(`Arrival in Malaysia: ${name}`);
    expect(fields.get('DESCRIPTION')).toBe(`Order ${id}\\n${app.url}/get-new-order-details/${encoded}`);
  });

  test('is offered until the day has passed, and not of a closed order', async () => {
    const { id } = await takeIn(app, { doa: dayFromNow(20) });
    const page = async () =>
      (await open(`/get-new-order-details/${id}`, { authorization: `Bearer ${await track(app, id)}` })).text;
    expect(await page()).toContain('Add to calendar');
    await app.database.query('UPDATE orders SET doa = $2 WHERE id = $1', [id, dayFromNow(-3)]);
    expect(await page()).not.toContain('Add to calendar');
    await app.database.query('UPDATE orders SET doa = $2 WHERE id = $1', [id, dayFromNow(20)]);
    await move(app, id, 'Refunds');
    expect(await page()).not.toContain('Add to calendar');
    expect((await fetched(id)).status).toBe(404);
  });
});

test.each(['/track-order/MjAwMDAy/more', '/get-new-order-details', '/no-such-page', '/uploads/docs/1'])(
  'a visitor who goes to %s finds the ways to the order and to support, and none to the sign-in',
  async (path) => {
    const { status, text, html } = await open(path, { accept: 'text/html', 'sec-fetch-dest': 'document' });
    expect([status, text]).toEqual([404, expect.stringContaining('Track Order')]);
    expect(text).toContain('Contact Support');
    expect(html).toContain('href="/track-order"');
    expect(html).not.toMatch(/href="\/(?:admin)?"/);
  },
);

test('a guest who goes to a staff page that is none is led to the sign-in', async () => {
  const { text } = await open('/admin/view-order/none/none/none');
  expect(text).not.toContain('Track Order');
});

test('a crawl by mail scanners, from the mails on and through every link, leaves no customer’s download', async () => {
  const { id } = await delivered(app);
  await app.call('POST', '/api/admin/send-download-link', {
    as: 'team',
    body: { orderId: id, email: 'ann@example.com' },
  });
  const mails = await app.database.query('SELECT html, body FROM mails WHERE order_id = $1', [id]);
  const agents = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 SafeLinks',
    'Mozilla/5.0 (compatible; Barracuda Sentinel)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'python-requests/2.31',
    // a scanner that sends a person's user agent
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
  ];
  for (const agent of agents) {
    const seen = new Set<string>();
    const found = mails.flatMap(({ html, body }: { html: string; body: string }) => linksIn(`${html} ${body}`));
    expect(found).not.toEqual([]);
    while (found.length > 0) {
      const link = found.pop()!;
      if (seen.has(link) || !link.startsWith(app.url)) continue;
      seen.add(link);
      for (const method of ['HEAD', 'GET']) {
        const answer = await fetch(link, { method, headers: { 'user-agent': agent } });
        found.push(...linksIn(await answer.text()));
      }
    }
  }
  expect(await app.database.query('SELECT * FROM downloads WHERE order_id = $1', [id])).toEqual([]);
});

function linksIn(text: string): string[] {
  const whole = text.match(/https?:\/\/[^\s"'<>)]+/g) ?? [];
  const own = [...text.matchAll(/(?:href|action|src)="(\/[^"]*)"/g)].map(([, path]) => app.url + path!);
  return [...whole, ...own].map((link) => link.replaceAll('&amp;', '&'));
}
