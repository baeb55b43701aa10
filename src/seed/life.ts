import { daysFrom, kualaLumpurToday, processingDate, processMonth } from '../shared/dates.js';
import { enteringStatus, processingModeAtIntake } from '../shared/entering-status.js';
import type { EnteringStatus, OrderStatus } from '../shared/order-statuses.js';
import { Lottery, Random } from './random.js';
import { address, type Traveller, traveller } from './travellers.js';
import { userAgents } from './user-agents.js';

/** The parameters of a seed run; times are milliseconds since 1970. */
export type Setting = {
  orders: number;
  firstId: number;
  now: number;
  windowDays: number;
  members: Worker[];
};

/** The device and network of a person: address, network, user agent, and the fingerprint that a shop's script takes. */
export type Seat = { ip: string; network: string; userAgent: string; fingerprint: string };

/** One order's history up to now, before it is split into table rows. */
export type Life = {
  id: number;
  person: Traveller;
  wantsPriority: boolean;
  processingMode: string;
  entered: EnteringStatus;
  status: OrderStatus;
  doa: string;
  processingDate: string;
  processMonth: string;
  createdAt: number;
  paidAt?: number;
  promotedAt?: number;
  holder?: Worker;
  /** The member who works on it. */
  worker: Worker;
  takenAt?: number;
  submittedAt?: number;
  cardAt?: number;
  movedAt?: number;
  movedFrom?: OrderStatus;
  refundedAt?: number;
  disputedAt?: number;
  seat: Seat;
  fingerprint: string;
  last4: string;
  cardBrand: string;
  amount: string;
  /** For further random details of the order. */
  random: Random;
};
export type Worker = { id: number | null; name: string };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const span = 730 * day;

/** Members whose accounts are deleted; old histories still name them. */
const formerMembers: Worker[] = ['Nurul Huda', 'Jason Tan', 'Priya Nair'].map((name) => ({ id: null, name }));

/**
 * The history of one order; the same setting and index give the same history. @param index from 0, the oldest, to `orders
 * - 1`
 */
export function lifeOf(index: number, setting: Setting): Life {
  const random = new Random(setting.firstId + index, 1);
  const createdAt = timeOf(index, setting);
  const who = personOf(index, setting);
  const isRepeat = who !== index;
  const once = new Random(setting.firstId + who, 2);
  const person = traveller(once, setting.firstId + who, new Date(setting.now).getUTCFullYear());
  const usual = seatOf(once, person);
  const card = { fingerprint: once.hex(16), last4: once.digits('####'), brand: brands.draw(once)[0] };

  const lead = leads.draw(random).days(random);
  const today = kualaLumpurToday(new Date(createdAt));
  const doa = daysFrom(today, lead);
  const opens = processingDate(doa, setting.windowDays);
  const wantsPriority = random.chance(lead <= 1 ? 0.55 : 0.12);
  const isPaid = random.chance(0.94);
  const paysLater = random.chance(0.06);
  const enters = (paid: boolean) => enteringStatus({ paid, wantsPriority, processingDate: opens }, today);
  const entered = enters(isPaid && !paysLater);

  const life: Life = {
    id: setting.firstId + index,
    person,
    wantsPriority,
    processingMode: processingModeAtIntake(wantsPriority, entered),
    entered,
    status: entered,
    doa,
    processingDate: opens,
    processMonth: processMonth(opens),
    createdAt,
    paidAt: isPaid
      ? createdAt + (paysLater ? random.between(2, 90) * minute : -random.between(5, 50) * 1000)
      : undefined,
    worker: workerOf(random, createdAt, setting),
    seat: isRepeat && random.chance(0.4) ? seatOf(random, person) : usual,
    fingerprint: isRepeat && random.chance(0.3) ? random.hex(16) : card.fingerprint,
    last4: card.last4,
    cardBrand: card.brand,
    amount: wantsPriority ? '79.00' : '49.00',
    random,
  };
  if (life.paidAt !== undefined && life.paidAt > setting.now) life.paidAt = undefined;

  if (life.paidAt === undefined) abandon(life, setting);
  else work(life, enters(true), isRepeat, setting);
  return life;
}

/** Unpaid orders wait for their payment; most old ones were deleted. */
function abandon(life: Life, { now }: Setting): void {
  const age = now - life.createdAt;
  life.status = 'Pending';
  if (age > 5 * day && life.random.chance(0.8)) move(life, life.createdAt + life.random.within(3, 5) * day, 'Deleted');
}

/** A paid order waits for its processing date, then for a member, then gets its outcome. */
function work(life: Life, waitsIn: EnteringStatus, isRepeat: boolean, { orders, now }: Setting): void {
  const dayBegins = Date.parse(`${life.processingDate}T00:00:00+08:00`);
  life.status = waitsIn;
  if (waitsIn === 'Future') {
    if (now < dayBegins) return giveUpEarly(life, now);
    life.promotedAt = dayBegins + life.random.between(2, 58) * 1000;
    life.status = life.wantsPriority ? 'Priority' : 'New';
  }

  const due = life.promotedAt ?? life.paidAt!;
  const takenAt = due + life.random.wait(waitOf(orders, life.wantsPriority)) * hour;
  const doneAt = takenAt + (3 + life.random.wait(20)) * minute;
  if (takenAt > now) return;
  life.takenAt = takenAt;
  life.holder = life.worker.id === null ? undefined : life.worker;
  if (doneAt > now) return;

  const age = now - doneAt;
  const outcome = (age < 5 * day ? fresh : settled).draw(life.random).status;
  move(life, doneAt, outcome);
  const isReached = outcome === 'Customer Called' || outcome === 'Contact Customer';
  if (outcome === 'Completed' || (isReached && life.random.chance(0.75))) {
    life.cardAt = doneAt - life.random.between(20, 150) * 1000;
    life.submittedAt = takenAt + (life.cardAt - takenAt) / 2;
  }
  if (outcome === 'Completed') dispute(life, isRepeat, now);
  if (outcome === 'Refunds') refund(life, age, now);
  if (outcome === 'Completed' || life.random.chance(0.4)) life.holder = undefined;
}

/** Some travellers change their plans long before the day. */
function giveUpEarly(life: Life, now: number): void {
  const at = life.paidAt! + life.random.wait(4) * day;
  if (at > now || life.random.chance(0.95)) return;
  life.takenAt = at - hour;
  if (life.takenAt < life.paidAt!) return;
  move(life, at, 'Refunds');
  refund(life, now - at, now);
}

/** A bank reports a dispute weeks later. Customers with earlier orders get more disputes, so that packs can show those. */
function dispute(life: Life, isRepeat: boolean, now: number): void {
  const at = life.movedAt! + life.random.within(15, 80) * day;
  if (at < now && life.random.chance(isRepeat ? 0.05 : 0.006)) life.disputedAt = at;
}

function refund(life: Life, age: number, now: number): void {
  const at = life.movedAt! + life.random.wait(2) * day;
  if (at < now && life.random.chance(age > 7 * day ? 0.85 : 0.5)) life.refundedAt = at;
}

function move(life: Life, at: number, to: OrderStatus): void {
  life.movedFrom = life.status;
  life.movedAt = at;
  life.status = to;
}

/** How many hours an order waits for a member, on average: so that New and Priority have some. */
function waitOf(orders: number, wantsPriority: boolean): number {
  if (isSteady(orders)) return wantsPriority ? 18 : 20;
  return (isDemo(orders) ? 16 : 2) * (wantsPriority ? 0.5 : 1);
}

/** When an order came in. */
function timeOf(index: number, { orders, firstId, now }: Setting): number {
  const late = (orders - index - new Random(firstId + index, 3).next()) / orders;
  return Math.floor(now - ageOf(late, orders));
}

/**
 * The age of the order that this part of all orders is younger than. The number of orders a day grows over the two years; a
 * desk that is shown has had as many in each of the last nine weeks, with busy and quiet days.
 */
function ageOf(late: number, orders: number): number {
  if (!isSteady(orders)) return span * late ** growth(orders);
  if (late > steady.share) {
    return steady.time + ((late - steady.share) / (1 - steady.share)) * (span - steady.time);
  }
  const age = (late / steady.share) * steady.time;
  return age + 0.4 * day * Math.sin((2 * Math.PI * age) / (7 * day));
}

/** The part of all orders that are younger; within a week about that. */
function partOf(age: number, orders: number): number {
  if (!isSteady(orders)) return (age / span) ** (1 / growth(orders));
  if (age < steady.time) return (age / steady.time) * steady.share;
  return steady.share + ((age - steady.time) / (span - steady.time)) * (1 - steady.share);
}

/** The last nine weeks of a demonstration, and the part of all orders that came in then. */
const steady = { time: 63 * day, share: 0.85 };

/** With fewer orders hardly one of them would be of today. */
function isSteady(orders: number): boolean {
  return isDemo(orders) && orders >= 1000;
}

function growth(orders: number): number {
  return isDemo(orders) ? 2.2 : 1.25;
}

/**
 * A small seed is for demonstration: most of its orders are a few weeks old and members work slowly, so that every queue
 * has some.
 */
export function isDemo(orders: number): boolean {
  return orders < 20_000;
}

/** The index of the order that came in at about that time; negative before the first. */
function orderAt(time: number, { orders, now }: Setting): number {
  return Math.floor(orders - orders * partOf(now - time, orders));
}

/**
 * The index of the first order of this order's person. About one order in eleven is by a person who ordered 120 to 365
 * days before.
 */
function personOf(index: number, setting: Setting): number {
  const random = new Random(setting.firstId + index, 4);
  if (!random.chance(0.09)) return index;

  const before = orderAt(timeOf(index, setting) - random.between(125, 360) * day, setting);
  return before >= 0 && before < index ? personOf(before, setting) : index;
}

function seatOf(random: Random, { origin }: Traveller): Seat {
  return { ...address(random, origin), userAgent: random.pick(userAgents), fingerprint: random.hex(20) };
}

function workerOf(random: Random, createdAt: number, { now, members }: Setting): Worker {
  const isLongAgo = now - createdAt > 240 * day;
  return isLongAgo && random.chance(0.35) ? random.pick(formerMembers) : random.pick(members);
}

const leads = new Lottery(
  [
    { weight: 34, days: (random: Random) => random.between(0, 3) },
    { weight: 34, days: (random: Random) => random.between(4, 21) },
    { weight: 20, days: (random: Random) => random.between(22, 60) },
    { weight: 12, days: (random: Random) => random.between(61, 330) },
  ],
  ({ weight }) => weight,
);

/** Percentages of outcomes: some days after an order was worked on, and in the end. */
const fresh = outcomes({
  Completed: 66,
  AwaitingGovt: 10,
  Awaiting: 8,
  'Contact Customer': 6,
  'Customer Called': 5,
  Refunds: 5,
});
const settled = outcomes({
  Completed: 93,
  Refunds: 5,
  'Customer Called': 0.9,
  'Contact Customer': 0.6,
  Awaiting: 0.3,
  AwaitingGovt: 0.2,
});

function outcomes(percent: Partial<Record<OrderStatus, number>>) {
  const rows = Object.entries(percent).map(([status, weight]) => ({ status: status as OrderStatus, weight }));
  return new Lottery(rows, ({ weight }) => weight);
}

const brands = new Lottery(
  [
    ['Visa', 55],
    ['Mastercard', 33],
    ['American Express', 6],
    ['UnionPay', 6],
  ] as [string, number][],
  ([, weight]) => weight,
);
