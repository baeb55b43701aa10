import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { CDPSession, Dialog } from 'puppeteer';
import sharp from 'sharp';
import { alive, type Desk, fill, goTo, startDesk, type Watched } from './browser.js';
import { dice } from './dice.js';
import { wholeForm } from './orders.js';
import { type Calls, callsOf, takeInto } from './product.js';
import { patient } from './patience.js';

/** What a member does on the page of an order, and what happens to that page. */
const actions = [
  'send card',
  'move',
  'comment',
  'assign',
  'menu',
  'Back',
  'reload',
  'lost answer',
  'release',
  'session end',
] as const;
type Action = (typeof actions)[number];
type Sent = 'send card' | 'move' | 'comment' | 'assign';

export type Pair = {
  first: Action;
  second: Action;
  /** Milliseconds between the two actions: mostly fewer than an answer takes. */
  pause: number;
  /** Whether the member confirms when the browser asks whether to leave. */
  leaves: boolean;
};

/** Returns `count` pairs, the same for the same seed; every pair of actions comes once before any is repeated. */
export function pairsOf(seed: number, count: number): Pair[] {
  const random = dice(seed);
  const all = actions.flatMap((first) =>
    actions.filter((second) => second !== first).map((second) => ({ first, second })),
  );
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const shuffled = all.map((pair) => ({ pair, at: random() })).sort((a, b) => a.at - b.at);
    for (const { pair } of shuffled) {
      pairs.push({ ...pair, pause: Math.floor(random() * 2 * latency), leaves: random() < 0.5 });
    }
  }
  return pairs.slice(0, count);
}

/** The least time an answer takes on the slow line, in milliseconds. */
const latency = 150;
const member = 'team@demo.test';
const name = 'Demo Team';

/** The test title of a pair. */
export function nameOf({ first, second, pause, leaves }: Pair): string {
  return `${first}, ${pause} ms later ${second}${leaves ? ', leaving when asked' : ''}`;
}

export type PairPage = {
  /** Does both actions and expects that the screen equals the rows, and that nothing sent or typed is lost or there twice. */
  check(pair: Pair): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the product and one page, on which the pairs are done one after the other, each with a new order. After a pair that
 * failed the next has a page of its own, so that one failure is one.
 */
export async function startPairs(): Promise<PairPage> {
  const desk = await startDesk(20);
  const [first, calls] = await Promise.all([desk.member(member), callsOf(desk, 'admin@demo.test')]);
  let page: Watched | undefined = first;
  const card = join(desk.dataDir, 'card.png');
  const noise = sharp(randomBytes(150 * 150 * 3), { raw: { width: 150, height: 150, channels: 3 } });
  await writeFile(card, await noise.png().toBuffer());

  return {
    check: async (pair) => {
      page ??= await desk.member(member);
      page.setDefaultTimeout(patient(20_000));
      const line = await page.createCDPSession();
      try {
        await new Run(desk, page, calls, card, line, pair).check();
        await line.detach();
      } catch (error) {
        await page.browserContext().close();
        page = undefined;
        throw error;
      }
    },
    stop: async () => expect(await desk.stop()).toBe(0),
  };
}

class Run {
  private order = { id: 0, encoded: '' };
  private typed = '';
  /** The buttons that were pressed; `maybe` when the page was left during the press. */
  private readonly pressed = new Map<Sent, 'yes' | 'maybe'>();
  /** How often the browser asked whether to leave. */
  private asked = 0;
  private isOpen = false;

  constructor(
    private readonly desk: Desk,
    private readonly page: Watched,
    private readonly calls: Calls,
    private readonly card: string,
    private readonly line: CDPSession,
    private readonly pair: Pair,
  ) {}

  async check(): Promise<void> {
    const { first, second, pause } = this.pair;
    const onDialog = (dialog: Dialog) => void this.answerTo(dialog);
    this.page.on('dialog', onDialog);
    try {
      await this.open();
      await this.page.emulateNetworkConditions({ upload: 400_000, download: 2_000_000, latency });
      await this.act(first);
      await sleep(pause);
      await this.act(second);
      await this.settle();
      await this.screenIsTrue();
      await this.nothingIsLost();
    } finally {
      this.page.off('dialog', onDialog);
    }
    await this.line.send('Fetch.disable');
    await this.page.emulateNetworkConditions(null);
  }

  private async answerTo(dialog: Dialog): Promise<void> {
    if (dialog.type() !== 'beforeunload') throw new Error(`The page asked: ${dialog.message()}`);
    if (this.isOpen) this.asked += 1;
    if (!this.isOpen || this.pair.leaves) await dialog.accept();
    else await dialog.dismiss();
  }

  private has(action: Action): boolean {
    return this.pair.first === action || this.pair.second === action;
  }

  /** Opens the page of a new order, types a remark and, where the pair sends a card, chooses its file. */
  private async open(): Promise<void> {
    this.order = await takeInto(this.desk, wholeForm);
    const path = `/admin/view-order/${this.order.encoded}`;
    await this.page.goto('about:blank');
    if (this.has('Back')) {
      await goTo(this.page, `${this.desk.url}/admin/recent-order?q=${this.order.id}`);
      await this.page.locator(`a[href^="${path}"]`).click();
      await this.page.waitForFunction((wanted) => location.pathname === wanted, {}, path);
    } else {
      await goTo(this.page, this.desk.url + path);
    }
    this.typed = `Told ${this.order.id}`;
    await this.page.locator('[name=remark]').fill(this.typed);
    if (this.has('send card')) {
      const input = await this.page.waitForSelector<'input'>('input[type=file]' as 'input');
      await input!.uploadFile(this.card);
      await this.page.waitForFunction(() => document.body.textContent?.includes('card.png'));
    }
    await this.page.evaluate(() => void Object.assign(window, { isOfPair: true }));
    this.isOpen = true;
  }

  private act(action: Action): Promise<unknown> {
    const acts: Record<Action, () => Promise<unknown>> = {
      'send card': () => this.press('send card', 'Send by AWS'),
      move: () => this.press('move', 'Move to Awaiting Govt'),
      comment: () => this.press('comment', 'Add Comment'),
      assign: () => this.press('assign', 'Assign to me'),
      menu: () => this.inPage(() => document.querySelector<HTMLElement>('nav a[href="/admin/awaiting-govt"]')?.click()),
      Back: () => this.inPage(() => history.back()),
      reload: () => this.inPage(() => void setTimeout(() => location.reload())),
      'lost answer': () => this.loseAnswer(),
      release: () => this.inPage(nameOldVersion),
      'session end': () => this.endSession(),
    };
    return acts[action]();
  }

  private async press(action: Sent, label: string): Promise<void> {
    const isPressed = await this.inPage((wanted: string) => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === wanted);
      if (!button || button.ariaDisabled === 'true' || button.closest('[inert]')) return false;
      button.click();
      return true;
    }, label);
    if (isPressed !== false) this.pressed.set(action, isPressed ? 'yes' : 'maybe');
  }

  /** Runs a function in the page; undefined when the page was left meanwhile. */
  private async inPage<Given, Result>(work: (given: Given) => Result, given?: Given): Promise<Result | undefined> {
    try {
      return (await this.page.evaluate(work as (given: unknown) => unknown, given)) as Result;
    } catch (error) {
      const words = /context was destroyed|Cannot find context|detached|Inspected target navigated/;
      if (words.test(String(error))) return undefined;
      throw error;
    }
  }

  /** Lets the server do the next write and drops its answer. */
  private async loseAnswer(): Promise<void> {
    let lost = false;
    this.line.removeAllListeners('Fetch.requestPaused');
    this.line.on('Fetch.requestPaused', ({ requestId, request: { method, url } }) => {
      const isWrite = method !== 'GET' && !/admin-login|draft/.test(url);
      const loses = isWrite && !lost;
      if (loses) lost = true;
      const answer = loses
        ? this.line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
        : this.line.send('Fetch.continueResponse', { requestId });
      // fails for a request of a page that was left meanwhile
      answer.catch(() => undefined);
    });
    await this.line.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*', requestStage: 'Response' }] });
  }

  private async endSession(): Promise<void> {
    const cookies = await this.page.browserContext().cookies();
    const session = cookies.find((cookie) => cookie.name === 'session')!.value;
    const { status } = await fetch(`${this.desk.url}/api/admin/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}` },
    });
    expect(status).toBe(200);
  }

  /** Waits until every request has its answer; signs in wherever the page asks for it. */
  private async settle(): Promise<void> {
    let isSignedIn = !this.has('session end');
    const deadline = Date.now() + patient(25_000);
    for (let quietSince = Date.now(); Date.now() < quietSince + 400 || !isSignedIn; await sleep(50)) {
      // a chosen file that is not sent makes the page ask before it is left, but no write is pending
      const isChosen = this.has('send card') && !this.pressed.has('send card');
      const state = await this.inPage(stateOfPage, isChosen);
      if (state === 'asks' || state === 'login') {
        await this.signInAgain(state);
        isSignedIn = true;
      } else if (state === 'signed out') {
        await this.inPage(() => document.querySelector<HTMLElement>('[data-notice] button')?.click());
      }
      if (state !== 'quiet' || this.page.underWay.size > 0) quietSince = Date.now();
      if (Date.now() > deadline)
        throw new Error(
          `The page does not come to rest: ${state}, ${[...this.page.underWay].map((one) => one.url()).join(' ')}`,
        );
    }
  }

  private async signInAgain(state: 'asks' | 'login'): Promise<void> {
    if (state === 'login') await fill(this.page, 'Email ID', member);
    await fill(this.page, 'Password', 'demo-password');
    await this.page.locator('form:has([type=password]) button[type=submit]').click();
    await this.page.waitForFunction(() => !document.querySelector('input[type=password]'));
    await alive(this.page);
  }

  /** Expects that the screen equals the rows. */
  private async screenIsTrue(): Promise<void> {
    const pathOf = async () => (await this.inPage(() => location.pathname)) ?? '';
    const isOfOrder = (path: string) => path.startsWith('/admin/view-order/');
    const wanted = async (path: string) => {
      const { process_status, assign_to, remark, mailHistory } = await this.details();
      if (isOfOrder(path)) {
        return {
          status: process_status,
          holder: assign_to === null ? 'Nobody' : 'You',
          remarks: remark.map((one) => one.remark),
          mails: mailHistory.length,
        };
      }
      const listed = path === '/admin/awaiting-govt' ? 'AwaitingGovt' : 'New';
      return { listed: process_status === listed };
    };
    // changes on the live stream arrive a moment later, and on a busy machine even the screen of a visit that was answered
    const deadline = Date.now() + patient(10_000);
    for (;;) {
      const path = await pathOf();
      const said = isOfOrder(path) ? saysOfOrder : saysOfList;
      const [screen, rows] = [await this.inPage<number, object>(said, this.order.id), await wanted(path)];
      if (JSON.stringify(screen) === JSON.stringify(rows)) return;
      if (Date.now() > deadline) return expect({ path, ...(screen as object) }).toEqual({ path, ...rows });
      await sleep(100);
    }
  }

  private async nothingIsLost(): Promise<void> {
    const { process_status, assign_to, remark, uploadDoc, mailHistory } = await this.details();
    const done: Record<Sent, number> = {
      'send card': uploadDoc.length,
      move: Number(process_status === 'AwaitingGovt'),
      comment: remark.length,
      assign: Number(assign_to === name),
    };
    expect(mailHistory).toHaveLength(uploadDoc.length);
    // A member who confirms to leave cancels pending writes. A press while the page is being left may be cancelled too.
    const mayBeCut = (this.asked > 0 && this.pair.leaves) || this.pair.first === 'reload';
    for (const action of Object.keys(done) as Sent[]) {
      const pressed = this.pressed.get(action);
      const allowed = pressed === undefined ? [0] : pressed === 'maybe' || mayBeCut ? [0, 1] : [1];
      expect({ action, done: done[action], isRight: allowed.includes(done[action]) }).toMatchObject({ isRight: true });
    }

    await this.nothingTypedIsGone(done.comment > 0);
    // one that is closed slides out first
    const closing = Date.now() + patient(5_000);
    while (Date.now() < closing && (await this.inPage(errorsSaid))?.length !== 0) await sleep(100);
    expect((await this.inPage(errorsSaid)) ?? []).toEqual([]);
    expect(this.page.said.splice(0).filter((text) => !/Failed to load resource|ERR_/.test(text))).toEqual([]);
  }

  /** Expects that the typed text stands in its field, or is sent: after a new document too, which may read again. */
  private async nothingTypedIsGone(isSent: boolean): Promise<void> {
    const deadline = Date.now() + patient(10_000);
    for (;;) {
      const seen = await this.inPage(() => ({
        isSamePage: 'isOfPair' in window,
        typed: document.querySelector<HTMLTextAreaElement>('[name=remark]')?.value,
      }));
      // a text that the server refused, because the session was over, goes with its document
      const mayBeGone = !seen?.isSamePage && this.has('session end');
      // the page may have been left for another screen, which has no such field
      const allowed = [undefined, isSent ? '' : this.typed, ...(mayBeGone ? [''] : [])];
      if (seen && allowed.includes(seen.typed)) return;
      if (Date.now() > deadline) return expect(allowed).toContain(seen?.typed);
      await sleep(100);
    }
  }

  private async details(): Promise<Details> {
    return (await this.calls('GET', `/api/admin/get-orders-details/${this.order.encoded}`)).data as Details;
  }
}

type Details = {
  process_status: string;
  assign_to: string | null;
  remark: { remark: string }[];
  uploadDoc: unknown[];
  mailHistory: unknown[];
};

// The functions below run in the page.

/** Makes the page send an old version from now on, as after a release. */
function nameOldVersion(): void {
  Object.assign(XMLHttpRequest.prototype, {
    plain: Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'setRequestHeader')!.value as unknown,
    setRequestHeader(this: { plain(name: string, value: string): void }, name: string, value: string) {
      this.plain(name, name.toLowerCase() === 'x-inertia-version' ? 'the-one-before' : value);
    },
  });
}

function stateOfPage(isChosen: boolean): 'asks' | 'login' | 'signed out' | 'busy' | 'quiet' {
  const isAlive = [...document.querySelectorAll('main, form')].some((part) =>
    Object.keys(part).some((key) => key.startsWith('__react')),
  );
  if (document.readyState !== 'complete' || !isAlive) return 'busy';
  if (document.querySelector('[role=dialog] input[type=password]')) return 'asks';
  if (location.pathname === '/') return 'login';
  if (document.querySelector('[role=dialog]')) return 'busy';
  if (document.querySelector('[data-notice]')?.textContent?.includes('You are signed out.')) return 'signed out';
  const isUnderWay = !isChosen && !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return isUnderWay ? 'busy' : 'quiet';
}

function saysOfOrder(): object {
  const section = (title: string) =>
    [...document.querySelectorAll('main section')].find((one) => one.querySelector('h2')?.textContent === title);
  const holder = [...document.querySelectorAll('main p span')].find((one) => one.textContent === 'Held by');
  return {
    status: document.querySelector('main header .tag')?.textContent,
    holder: holder?.nextElementSibling?.textContent,
    remarks: [...(section('Comment History')?.querySelectorAll('tr.opened p') ?? [])].map((one) => one.textContent),
    mails: Number(section('Email History')?.querySelector('h2 + span')?.textContent ?? 0),
  };
}

function saysOfList(id: number): object {
  const row = [...document.querySelectorAll('tbody tr')].find(
    (one) => one.querySelector('.copyable.font-medium')?.textContent === String(id),
  );
  return { listed: row !== undefined && row.querySelector('.row-news') === null };
}

function errorsSaid(): string[] {
  return [...document.querySelectorAll('.Toastify__toast--error')].map((one) => one.textContent ?? '');
}
