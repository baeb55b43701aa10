import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pageFor } from '../../../src/platform/inertia/page.js';
import {
  always,
  deepMerge,
  defer,
  merge,
  once,
  optional,
  prepend,
  scroll,
} from '../../../src/platform/inertia/props.js';
import { Browser, pageIn, site } from './site.js';

type Row = { order_id: number };
type Rows = { data: Row[]; current: number; total: number };

interface Pages {
  list: { rows: Row[]; note: string; stamp: number; history?: Row[]; mails?: string[]; help?: string };
  nested: {
    order: { name: string; holder: { name: string; email: string }; tags: string[] };
    none: null;
    slow?: string;
  };
  joining: {
    rows: Row[];
    latest: Row[];
    feed: { data: Row[]; meta: number };
    both: { old: Row[]; new: Row[] };
    tree: { a: { list: Row[] }; b: number };
    later?: Row[];
  };
  scrolling: { orders: Rows; bare: Row[]; later?: Rows };
  once: { plans: string[]; rates?: string[]; limits: number; fresh: number; wanted?: string };
  rescued: { name: string; fine?: string; broken?: string; worse?: string };
  inner: { panel: { title: string; history?: string[]; csrf: string } };
}
const Page = pageFor<Pages>();

const ran: string[] = [];
const running =
  <T>(name: string, value: T) =>
  () => {
    ran.push(name);
    return value;
  };
const pages = ({ current }: Rows) => ({
  currentPage: current,
  previousPage: current > 1 ? current - 1 : null,
  nextPage: current + 1,
});
const rows: Rows = { data: [{ order_id: 1 }], current: 2, total: 9 };

@Controller()
class Screens {
  @Get('list')
  @Page('list')
  list() {
    return {
      rows: running('rows', [{ order_id: 1 }]),
      note: running('note', 'a note'),
      stamp: always(running('stamp', 7)),
      history: defer(running('history', [{ order_id: 2 }]), { group: 'side' }),
      mails: defer(running('mails', ['m'])),
      help: optional(running('help', 'help')),
    };
  }

  @Get('nested')
  @Page('nested')
  nested() {
    return {
      order: { name: 'A', holder: () => ({ name: 'B', email: 'b@x' }), tags: ['t'] },
      none: null,
      slow: running('slow', 'slow'),
    };
  }

  @Get('joining')
  @Page('joining')
  joining() {
    return {
      rows: merge([{ order_id: 1 }], { matchOn: 'order_id' }),
      latest: prepend(() => [{ order_id: 2 }]),
      feed: merge({ data: [{ order_id: 3 }], meta: 1 }, { at: 'data', matchOn: 'order_id' }),
      both: merge(prepend({ old: [], new: [] } as Pages['joining']['both'], { at: 'new' }), { at: 'old' }),
      tree: deepMerge({ a: { list: [{ order_id: 4 }] }, b: 1 }, { matchOn: 'a.list.order_id' }),
      later: defer(merge(() => [{ order_id: 5 }])),
    };
  }

  @Get('scrolling')
  @Page('scrolling')
  scrolling() {
    return {
      orders: scroll(() => rows, { pages, matchOn: 'order_id' }),
      bare: scroll([{ order_id: 1 }], {
        pageName: 'bare',
        within: '',
        pages: () => ({ currentPage: 1, previousPage: null, nextPage: null }),
      }),
      later: defer(scroll(() => rows, { pages })),
    };
  }

  @Get('once')
  @Page('once')
  once() {
    return {
      plans: once(running('plans', ['p'])),
      rates: once(defer(running('rates', ['r'])), { key: 'all-rates', lasts: 60_000 }),
      limits: once(merge(running('limits', 1))),
      fresh: once(running('fresh', 2), { fresh: true }),
      wanted: optional(once(running('wanted', 'w'))),
    };
  }

  @Get('rescued')
  @Page('rescued')
  rescued() {
    const broken = () => Promise.reject<string>(new Error('no luck'));
    return {
      name: 'n',
      fine: defer(() => 'fine'),
      broken: defer(broken, { rescue: true }),
      worse: defer(broken, { group: 'other' }),
    };
  }

  @Get('inner')
  @Page('inner')
  inner() {
    return { panel: { title: 't', history: defer(running('inner', ['h'])), csrf: always('c') } };
  }

  @Get('polluted')
  @Page('list')
  polluted() {
    return { rows: [], note: '', stamp: 0, ...(JSON.parse('{"__proto__":{"admin":true}}') as object) };
  }
}

let app: NestFastifyApplication;
let browser: Browser;
const failures: string[] = [];

beforeAll(async () => {
  app = await site([Screens], {
    share: () => ({ staff: { name: 'T' }, counts: running('counts', 3), token: always(() => 'k') }),
    report: (error, what) => failures.push(`${what}: ${String(error)}`),
  });
  browser = new Browser(app);
});
afterAll(() => app.close());

/** The names of the page's own props: what every page shares is left out. */
async function own(component: string, url: string, headers: Record<string, string>) {
  ran.length = 0;
  const page = await browser.reload(component, url, headers);
  return { ...page, names: Object.keys(page.props).filter((name) => !['errors', 'token'].includes(name)) };
}

describe('a full visit', () => {
  test('runs the functions of props that go out, and no others', async () => {
    ran.length = 0;
    const { props } = await browser.page('/list');

    expect(props).toMatchObject({ rows: [{ order_id: 1 }], note: 'a note', stamp: 7, counts: 3 });
    expect(ran.sort()).toEqual(['counts', 'note', 'rows', 'stamp']);
  });

  test('announces deferred props by group and leaves them and optional ones out', async () => {
    const page = await browser.page('/list');

    expect(page.deferredProps).toEqual({ side: ['history'], default: ['mails'] });
    for (const name of ['history', 'mails', 'help']) expect(page.props).not.toHaveProperty(name);
  });

  test('does the same in HTML', async () => {
    const page = pageIn((await browser.request('GET', '/list')).body);

    expect(page.deferredProps).toEqual({ side: ['history'], default: ['mails'] });
    expect(page.props).not.toHaveProperty('history');
  });
});

describe('a partial reload', () => {
  test('gets what it names and what is always sent; the rest is absent and was not run', async () => {
    const { names, props, deferredProps } = await own('list', '/list', { 'x-inertia-partial-data': 'rows,history' });

    expect(names).toEqual(['rows', 'stamp', 'history']);
    expect(props).toMatchObject({ errors: {}, token: 'k' });
    expect(ran.sort()).toEqual(['history', 'rows', 'stamp']);
    expect(deferredProps).toBeUndefined();
  });

  test('gets all but what it excepts', async () => {
    const { names } = await own('list', '/list', { 'x-inertia-partial-except': 'rows,counts,help' });

    expect(names).toEqual(['staff', 'note', 'stamp', 'history', 'mails']);
    expect(ran).not.toContain('rows');
  });

  test('does not get what it both names and excepts', async () => {
    const { names } = await own('list', '/list', {
      'x-inertia-partial-data': 'rows,note',
      'x-inertia-partial-except': 'rows',
    });

    expect(names).toEqual(['note', 'stamp']);
  });

  test('gets what is always sent even when it excepts it', async () => {
    const { props } = await own('list', '/list', { 'x-inertia-partial-except': 'stamp,errors,token' });

    expect(props).toMatchObject({ stamp: 7, errors: {}, token: 'k' });
  });

  test('gets an optional prop when it names it', async () => {
    expect((await own('list', '/list', { 'x-inertia-partial-data': 'help' })).names).toEqual(['stamp', 'help']);
  });

  test('of another screen than the one shown is a full visit', async () => {
    const page = await browser.reload('nested', '/list', {
      'x-inertia-partial-data': 'note',
      'x-inertia-partial-except': 'rows',
      'x-inertia-reset': 'rows',
    });

    expect(page.props).toMatchObject({ rows: [{ order_id: 1 }], note: 'a note' });
    expect(page.deferredProps).toEqual({ side: ['history'], default: ['mails'] });
  });

  test('names the shared props anyway', async () => {
    const { sharedProps } = await own('list', '/list', { 'x-inertia-partial-data': 'rows' });

    expect(sharedProps).toEqual(['errors', 'staff', 'counts', 'token']);
  });

  test('reaches into a prop by a path', async () => {
    const { props } = await own('nested', '/nested', { 'x-inertia-partial-data': 'order.holder.name' });

    expect(props).toEqual({ errors: {}, token: 'k', order: { holder: { name: 'B' } } });
    expect(ran).not.toContain('slow');
  });

  test('gets all below a path it names', async () => {
    const { props } = await own('nested', '/nested', { 'x-inertia-partial-data': 'order' });

    expect(props.order).toEqual({ name: 'A', holder: { name: 'B', email: 'b@x' }, tags: ['t'] });
  });

  test('leaves out what lies below a path it excepts', async () => {
    const { props } = await own('nested', '/nested', { 'x-inertia-partial-except': 'order.holder.email,slow' });

    expect(props.order).toEqual({ name: 'A', holder: { name: 'B' }, tags: ['t'] });
    expect(ran).not.toContain('slow');
  });

  test('of a path that is not there gets nothing for it', async () => {
    const { names } = await own('nested', '/nested', {
      'x-inertia-partial-data': 'order.nothing,order.tags.length,no',
    });

    expect(names).toEqual(['order']);
    expect((await own('nested', '/nested', { 'x-inertia-partial-data': 'order.nothing' })).names).toEqual([]);
  });

  test('of names from the prototype chain gets nothing', async () => {
    const names =
      '__proto__,constructor,toString,__proto__.constructor,order.__proto__,order.constructor,hasOwnProperty';
    const page = await own('nested', '/nested', { 'x-inertia-partial-data': names, 'x-inertia-reset': names });

    expect(page.names).toEqual([]);
    expect(page.mergeProps).toBeUndefined();
  });

  test('reads names with blanks and empty ones between the commas', async () => {
    const { names } = await own('list', '/list', { 'x-inertia-partial-data': ' note , ,rows,' });

    expect(names).toEqual(['rows', 'note', 'stamp']);
  });
});

test('a prop named like the prototype is a prop like any other', async () => {
  const { body } = await browser.visit('/polluted');

  expect(body).toContain('"__proto__":{"admin":true}');
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

describe('joined props', () => {
  test('say how they are joined, and by which field', async () => {
    const page = await browser.page('/joining');

    expect(page.mergeProps).toEqual(['rows', 'feed.data', 'both.old']);
    expect(page.prependProps).toEqual(['latest', 'both.new']);
    expect(page.deepMergeProps).toEqual(['tree']);
    expect(page.matchPropsOn).toEqual(['rows.order_id', 'feed.data.order_id', 'tree.a.list.order_id']);
  });

  test('are announced only where they are sent', async () => {
    const page = await own('joining', '/joining', { 'x-inertia-partial-data': 'rows' });

    expect(page.mergeProps).toEqual(['rows']);
    expect(page.matchPropsOn).toEqual(['rows.order_id']);
    expect(page).not.toHaveProperty('prependProps');
    expect(page).not.toHaveProperty('deepMergeProps');
  });

  test('are not announced when the place that is joined is excepted', async () => {
    const page = await own('joining', '/joining', { 'x-inertia-partial-except': 'feed.data,tree,latest' });

    expect(page.mergeProps).toEqual(['rows', 'both.old', 'later']);
    expect(page).not.toHaveProperty('deepMergeProps');
  });

  test('are replaced, not joined, when the client resets them', async () => {
    const page = await own('joining', '/joining', {
      'x-inertia-partial-data': 'rows,latest,tree,feed',
      'x-inertia-reset': 'rows,tree',
    });

    expect(page.props.rows).toEqual([{ order_id: 1 }]);
    expect(page.mergeProps).toEqual(['feed.data']);
    expect(page.prependProps).toEqual(['latest']);
    expect(page).not.toHaveProperty('deepMergeProps');
    expect(page.matchPropsOn).toEqual(['feed.data.order_id']);
  });

  test('may be deferred: announced as deferred first, as joined when they come', async () => {
    const first = await browser.page('/joining');
    const then = await own('joining', '/joining', { 'x-inertia-partial-data': 'later' });

    expect(first.deferredProps).toEqual({ default: ['later'] });
    expect(then.mergeProps).toEqual(['later']);
    expect(then.props.later).toEqual([{ order_id: 5 }]);
  });
});

describe('an infinite list', () => {
  const orders = { pageName: 'page', previousPage: 1, nextPage: 3, currentPage: 2, reset: false };

  test('says where it stands on the first load too', async () => {
    const page = await browser.page('/scrolling');

    expect(page.scrollProps).toEqual({
      orders,
      bare: { pageName: 'bare', previousPage: null, nextPage: null, currentPage: 1, reset: false },
    });
    expect(page.mergeProps).toEqual(['orders.data', 'bare']);
    expect(page.matchPropsOn).toEqual(['orders.data.order_id']);
    expect(page.deferredProps).toEqual({ default: ['later'] });
  });

  test.each([
    ['append', 'mergeProps', 'prependProps'],
    ['prepend', 'prependProps', 'mergeProps'],
  ] as const)('is joined where the client says: %s', async (intent, has, hasNot) => {
    const page = await own('scrolling', '/scrolling', {
      'x-inertia-partial-data': 'orders',
      'x-inertia-infinite-scroll-merge-intent': intent,
    });

    expect(page[has]).toEqual(['orders.data']);
    expect(page).not.toHaveProperty(hasNot);
  });

  test('begins anew when the client resets it', async () => {
    const page = await own('scrolling', '/scrolling', {
      'x-inertia-partial-data': 'orders',
      'x-inertia-reset': 'orders',
    });

    expect(page.scrollProps).toEqual({ orders: { ...orders, reset: true } });
    expect(page).not.toHaveProperty('mergeProps');
    expect(page).not.toHaveProperty('matchPropsOn');
  });

  test('may be deferred', async () => {
    const page = await own('scrolling', '/scrolling', { 'x-inertia-partial-data': 'later' });

    expect(page.scrollProps).toEqual({ later: orders });
    expect(page.mergeProps).toEqual(['later.data']);
  });
});

describe('once-props', () => {
  test('are sent the first time, with how long they last', async () => {
    const before = Date.now();
    const page = await browser.page('/once');

    expect(page.props).toMatchObject({ plans: ['p'], limits: 1, fresh: 2 });
    expect(page.onceProps).toMatchObject({
      plans: { prop: 'plans', expiresAt: null },
      'all-rates': { prop: 'rates' },
      limits: { prop: 'limits', expiresAt: null },
      wanted: { prop: 'wanted', expiresAt: null },
    });
    const expiresAt = page.onceProps?.['all-rates']?.expiresAt ?? 0;
    expect(expiresAt - before).toBeGreaterThanOrEqual(60_000);
    expect(expiresAt - before).toBeLessThan(65_000);
    expect(page.deferredProps).toEqual({ default: ['rates'] });
  });

  test('that the client holds are skipped, not run and not deferred again; their entry stays', async () => {
    ran.length = 0;
    const page = await browser.page('/once', { 'x-inertia-except-once-props': 'plans,all-rates,limits,fresh' });

    expect(Object.keys(page.props)).not.toEqual(expect.arrayContaining(['plans']));
    expect(ran.filter((name) => name !== 'counts')).toEqual(['fresh']);
    expect(page).not.toHaveProperty('deferredProps');
    expect(page).not.toHaveProperty('mergeProps');
    expect(Object.keys(page.onceProps ?? {})).toEqual(['plans', 'all-rates', 'limits', 'fresh', 'wanted']);
  });

  test('come when a partial reload names them', async () => {
    const page = await own('once', '/once', {
      'x-inertia-partial-data': 'plans,rates',
      'x-inertia-except-once-props': 'plans,all-rates',
    });

    expect(page.props).toMatchObject({ plans: ['p'], rates: ['r'] });
    expect(Object.keys(page.onceProps ?? {})).toEqual(['plans', 'all-rates']);
  });

  test('stay skipped when a partial reload only excepts others', async () => {
    const { names } = await own('once', '/once', {
      'x-inertia-partial-except': 'limits,wanted,counts,staff',
      'x-inertia-except-once-props': 'plans,all-rates',
    });

    expect(names).toEqual(['fresh']);
  });

  test('are sent to a browser that loads the document', async () => {
    const { body } = await browser.request('GET', '/once', { 'x-inertia-except-once-props': 'plans' });

    expect(pageIn(body).props.plans).toEqual(['p']);
  });
});

describe('a deferred prop that fails', () => {
  test('is named and reported when it may be rescued; the others come', async () => {
    failures.length = 0;
    const page = await own('rescued', '/rescued', { 'x-inertia-partial-data': 'fine,broken' });

    expect(page.props).toMatchObject({ fine: 'fine' });
    expect(page.props).not.toHaveProperty('broken');
    expect(page.rescuedProps).toEqual(['broken']);
    expect(failures).toEqual(['broken of rescued: Error: no luck']);
  });

  test('else fails the answer', async () => {
    const answer = await browser.visit('/rescued', {
      'x-inertia-partial-component': 'rescued',
      'x-inertia-partial-data': 'worse',
    });

    expect(answer.statusCode).toBe(500);
  });
});

describe('helpers inside a prop', () => {
  test('are announced by their path', async () => {
    ran.length = 0;
    const page = await browser.page('/inner');

    expect(page.props.panel).toEqual({ title: 't', csrf: 'c' });
    expect(page.deferredProps).toEqual({ default: ['panel.history'] });
    expect(ran).not.toContain('inner');
  });

  test('come by their path', async () => {
    const { props } = await own('inner', '/inner', { 'x-inertia-partial-data': 'panel.history' });

    expect(props.panel).toEqual({ history: ['h'], csrf: 'c' });
  });
});

test('independent props run at once', async () => {
  let waiting = 0;
  let most = 0;
  const slow = async () => {
    most = Math.max(most, ++waiting);
    await new Promise((resolve) => setTimeout(resolve, 20));
    waiting -= 1;
    return 'x';
  };
  @Controller()
  class Slow {
    @Get('slow')
    @(pageFor<{ slow: { a: string; b: string; c: { d: string } } }>()('slow'))
    slow() {
      return { a: slow, b: slow, c: { d: slow } };
    }
  }
  const other = await site([Slow], { share: () => ({ e: slow }) });

  await new Browser(other).page('/slow');
  expect(most).toBe(4);
  await other.close();
});
