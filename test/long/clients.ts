import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdf } from '../documents/cards.js';
import { undoSeconds } from '../../src/shared/limits.js';
import { type OrderStatus, settledStatuses } from '../../src/shared/order-statuses.js';
import { intakeKey, members } from '../support/app.js';
import { dice } from '../support/dice.js';
import { dayFromNow, orderBody } from '../support/orders.js';

/** What the server answered to the simulated members, to compare with the rows and files at the end. */
export type Ledger = {
  /** Key: `shop/reference`. */
  orders: Map<string, Order>;
  /** Texts of the remarks that were answered, and of those without an answer. */
  remarks: Outcome;
  /** Recipients of the requested mails. */
  mails: Outcome;
  /** file1 → SHA-256. */
  documents: Map<string, string>;
  /** Order id → how many downloads of its card were complete, and how many began. */
  downloads: Map<number, { whole: number; begun: number }>;
  /** Ids of the orders whose invoice was requested. */
  invoices: Set<number>;
  /** How often each action was done. */
  acts: Record<Act, number>;
  /** Tries that were answered with 500 or above, or not at all; each was repeated. */
  failures: string[];
  wrong: string[];
};
/** The expected state of an order, from the answers; `history` is its moves and undos, in order. */
type Order = {
  id: number;
  status: string;
  isHeld: boolean;
  history: string[];
  file1?: string;
  sha256?: string;
};
const acts = [
  'takeIn',
  'take',
  'move',
  'moveMany',
  'undo',
  'remark',
  'upload',
  'resend',
  'invoice',
  'download',
  'pack',
] as const;
type Act = (typeof acts)[number];
/** Intake key by shop name. */
type Shops = Record<string, string>;
type Outcome = { done: Set<string>; unanswered: Set<string> };
type Said = { code: number; bytes: Buffer; body: Envelope };
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every shape
type Envelope = { message: string; data: any; undo?: { token: string } };

/**
 * Simulates `count` members, each with its own orders and random actions. A request without an answer, or answered with 500
 * or above, is repeated, as a person would. `stop` waits until each finishes its current action.
 * @param webs addresses of web processes; each request picks one at random; the caller may change the list
 */
export async function putToWork(
  webs: string[],
  count: number,
  seed: number,
  shops: Shops = { default: intakeKey },
): Promise<{ ledger: Ledger; stop(): Promise<void> }> {
  const ledger: Ledger = {
    orders: new Map(),
    remarks: { done: new Set(), unanswered: new Set() },
    mails: { done: new Set(), unanswered: new Set() },
    documents: new Map(),
    downloads: new Map(),
    invoices: new Set(),
    acts: Object.fromEntries(acts.map((act) => [act, 0])) as Record<Act, number>,
    failures: [],
    wrong: [],
  };
  let isOver = false;
  const people: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const person = new Person(webs, shops, ledger, dice(seed + index));
    await person.signIn();
    people.push(person.work(() => isOver).catch((error: unknown) => void ledger.wrong.push(String(error))));
  }
  return {
    ledger,
    stop: async () => {
      isOver = true;
      await Promise.all(people);
    },
  };
}

const statuses = ['Awaiting', 'AwaitingGovt', 'Customer Called', 'Contact Customer', 'Completed'];
const delivered = ['Customer Called', 'Contact Customer', 'Completed'];

class Person {
  private readonly orders: Order[] = [];
  private token = '';

  constructor(
    private readonly webs: string[],
    private readonly shops: Shops,
    private readonly ledger: Ledger,
    private readonly roll: () => number,
  ) {}

  async signIn(): Promise<void> {
    const { body } = await this.json('POST', '/api/admin/admin-login', {
      email: members.admin.email,
      password: 'demo-password',
    });
    this.token = body.data.jwtToken as string;
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.act();
  }

  private async act(): Promise<void> {
    const order = this.pick(this.orders);
    if (!order || this.roll() < 0.15) return this.takeIn();
    await this.pick([
      () => this.take(order),
      () => this.move(order),
      () => this.moveMany(),
      () => this.remark(order),
      () => this.upload(order),
      () => this.resend(order),
      () => this.invoice(order),
      () => this.download(order),
      () => this.pack(order),
    ])!();
  }

  /** Takes in and pays one order of each shop, all under the same reference. */
  private async takeIn(): Promise<void> {
    const reference = randomUUID();
    for (const [shop, key] of Object.entries(this.shops)) {
      const body = orderBody({ external_ref: reference, doa: dayFromNow(1), full_name: `Ann ${shop}`, paid: false });
      const { code, body: said } = await this.retryUntilAnswered(() => this.fromShop(key, '/api/intake/orders', body));
      if (code !== 201 && code !== 200) return this.odd('intake', code, said);
      const payment = { transactionId: `${shop}/${reference}` };
      const paid = await this.retryUntilAnswered(() =>
        this.fromShop(key, `/api/intake/orders/${reference}/paid`, payment),
      );
      if (paid.code !== 200) return this.odd('paid', paid.code, paid.body);

      const history = ['order.received Pending', 'order.moved New'];
      const order: Order = { id: said.data.order_id as number, status: 'New', isHeld: false, history };
      this.ledger.orders.set(`${shop}/${reference}`, order);
      this.orders.push(order);
    }
    this.ledger.acts.takeIn++;
  }

  private async take(order: Order): Promise<void> {
    const { code, body } = await this.retryUntilAnswered(() =>
      this.json('PUT', '/api/admin/assign-order-status', { orderId: order.id, assignto: members.admin.name }),
    );
    // A settled order that nobody holds is not assigned (docs/orders.md#holds).
    const isOver = settledStatuses.includes(order.status as OrderStatus) && !order.isHeld;
    if (code !== (isOver ? 409 : 200)) return this.odd('take', code, body);
    order.isHeld ||= !isOver;
    this.ledger.acts.take++;
  }

  private async move(order: Order): Promise<void> {
    const to = this.pick(statuses.filter((status) => status !== order.status))!;
    const before = { ...order };
    const undoable = Date.now() + undoSeconds * 1000;
    const { code, body } = await this.retryUntilAnswered(() =>
      this.json('PUT', '/api/admin/move-order-status', { orderId: order.id, updatingStatus: to }),
    );
    // With this message an earlier try moved the order, and its answer was lost.
    if (code !== 200 && body.message !== `Order is already in ${to}`) return this.odd('move', code, body);
    this.moved(order, to);
    this.ledger.acts.move++;
    if (body.undo && this.roll() < 0.3) await this.undo(order, before, body.undo.token, undoable);
  }

  /** @param until the time, in milliseconds since 1970, after which the token may have expired */
  private async undo(order: Order, before: Order, token: string, until: number): Promise<void> {
    const failures = this.ledger.failures.length;
    const { code, body } = await this.retryUntilAnswered(() => this.json('PUT', '/api/admin/undo', { token }));
    if (code === 404 && (Date.now() > until || this.ledger.failures.length > failures)) {
      // Either the token expired, or an earlier try succeeded and its answer was lost: the order's status tells which.
      const { body: said } = await this.retryUntilAnswered(() =>
        this.send('GET', `/api/admin/get-orders-details/${order.id}`),
      );
      if (said.data.process_status !== before.status) return;
    } else if (code !== 200) return this.odd('undo', code, body);

    order.history.push(`order.undone ${before.status}`);
    Object.assign(order, { status: before.status, isHeld: before.isHeld });
    this.ledger.acts.undo++;
  }

  private async moveMany(): Promise<void> {
    const to = this.pick(statuses)!;
    const some = this.orders.filter(({ status }) => status !== to).slice(0, 20);
    if (some.length === 0) return;
    const { body } = await this.retryUntilAnswered(() =>
      this.json('PUT', '/api/admin/move-order-status', { orderId: some.map(({ id }) => id), updatingStatus: to }),
    );
    const { done, failed } = body.data as { done: number[]; failed: { order_id: number; message: string }[] };
    const there = failed.filter(({ message }) => message === `Order is already in ${to}`);
    if (done.length + there.length !== some.length) this.odd('moving many', 200, body);
    for (const order of some) this.moved(order, to);
    this.ledger.acts.moveMany++;
  }

  private moved(order: Order, to: string): void {
    order.status = to;
    order.isHeld &&= to !== 'Completed';
    order.history.push(`order.moved ${to}`);
  }

  private async remark(order: Order): Promise<void> {
    await this.each(this.ledger.remarks, (text) =>
      this.json('POST', '/api/admin/add-new-remark', { orderId: order.id, remark: text, remarkerName: '' }),
    );
    this.ledger.acts.remark++;
  }

  private async upload(order: Order): Promise<void> {
    const card = await pdf(this.roll() < 0.2 ? 2_000_000 : 0);
    const { body } = await this.each(this.ledger.mails, (address) => {
      const form = new FormData();
      form.set('orderId', String(order.id));
      form.set('email', address);
      form.set('mailServiceProvider', this.roll() < 0.5 ? 'AWS' : 'Sendgrid');
      form.set('uploadVisaDoc', new Blob([new Uint8Array(card)]), 'card.pdf');
      return this.send('POST', '/api/admin/upload-visa-document', form);
    });
    order.file1 = body.data.file1 as string;
    order.sha256 = sha256(card);
    this.ledger.documents.set(order.file1, order.sha256);
    this.ledger.acts.upload++;
  }

  private async resend(order: Order): Promise<void> {
    if (!order.file1) return;
    await this.each(this.ledger.mails, (email) =>
      this.json('POST', '/api/admin/resend-mail', { orderId: order.id, email, mailServiceProvider: 'AWS' }),
    );
    this.ledger.acts.resend++;
  }

  private async invoice(order: Order): Promise<void> {
    if (this.ledger.invoices.has(order.id)) return;
    const { code, body } = await this.retryUntilAnswered(() =>
      this.json('POST', '/api/admin/send-invoice', { orderId: order.id }),
    );
    if (code !== 200 && body.message !== 'This mail was queued moments ago.') return this.odd('invoice', code, body);
    this.ledger.invoices.add(order.id);
    this.ledger.acts.invoice++;
  }

  private async download(order: Order): Promise<void> {
    if (!order.file1 || !delivered.includes(order.status)) return;
    const { body } = await this.retryUntilAnswered(() =>
      this.json('POST', '/api/front/track-order', { orderId: order.id, email: 'ann@example.com' }),
    );
    const token = body.data?.accessToken as string;
    const count = this.ledger.downloads.get(order.id) ?? { whole: 0, begun: 0 };
    this.ledger.downloads.set(order.id, count);
    const said = await this.retryUntilAnswered(() => {
      count.begun++;
      return this.send('GET', `/uploads/docs/${order.id}/${order.file1}`, undefined, {
        authorization: `Bearer ${token}`,
      });
    });
    if (said.code !== 200) return this.odd('download', said.code, said.body);
    count.whole++;
    // An upload whose answer was lost may have replaced the card; file1 names the exact file.
    if (sha256(said.bytes) !== order.sha256) this.odd('download: other bytes', said.code, said.body);
    this.ledger.acts.download++;
  }

  private async pack(order: Order): Promise<void> {
    if (!delivered.includes(order.status)) return;
    const body = { orderId: order.id, defencePackType: this.roll() < 0.5 ? 1 : 2 };
    const said = await this.retryUntilAnswered(() => this.json('POST', '/api/admin/get-defence-pack-pdf', body));
    if (said.code !== 200 || !said.bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
      return this.odd('pack', said.code, said.body);
    this.ledger.acts.pack++;
  }

  /** Repeats a write with another mark each time, so that the effect of each try can be found. */
  private async each(outcome: Outcome, send: (mark: string) => Promise<Said>): Promise<Said> {
    let mark = '';
    const said = await this.retryUntilAnswered(() => {
      mark = `${randomUUID()}@example.com`;
      outcome.unanswered.add(mark);
      return send(mark);
    });
    outcome.unanswered.delete(mark);
    if (said.code === 200) outcome.done.add(mark);
    else this.odd('a write', said.code, said.body);
    return said;
  }

  /** Repeats a request until an answer is below 500.
   * @throws Error after two minutes, because every killed part restarts sooner than that */
  private async retryUntilAnswered(send: () => Promise<Said>): Promise<Said> {
    for (const end = Date.now() + 120_000; ;) {
      const said = await send().catch((error: unknown) => String(error));
      if (typeof said === 'object' && said.code < 500) return said;
      const failure = typeof said === 'object' ? `${said.code} ${said.body.message}` : said;
      this.ledger.failures.push(failure);
      if (Date.now() > end) throw new Error(failure);
      await sleep(200);
    }
  }

  private fromShop(key: string, path: string, body: object): Promise<Said> {
    return this.send('POST', path, JSON.stringify(body), { 'x-intake-key': key });
  }

  private json(method: string, path: string, body: object): Promise<Said> {
    return this.send(method, path, JSON.stringify(body));
  }

  private async send(
    method: string,
    path: string,
    body?: string | FormData,
    headers: Record<string, string> = {},
  ): Promise<Said> {
    const answer = await fetch(this.pick(this.webs)! + path, {
      method,
      body,
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      signal: AbortSignal.timeout(70_000),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { code: answer.status, bytes, body: isJson ? (JSON.parse(bytes.toString()) as Envelope) : noEnvelope };
  }

  private odd(what: string, code: number, { message }: Envelope): void {
    this.ledger.wrong.push(`${what}: ${code} ${message}`);
  }

  private pick<Value>(values: Value[]): Value | undefined {
    return values[Math.floor(this.roll() * values.length)];
  }
}

const noEnvelope: Envelope = { message: '', data: null };

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
