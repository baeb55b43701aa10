import type { JobFailure } from '../platform/jobs.js';
import type { RedisInfo } from '../platform/redis.js';
import type { DataCheckLine, FailedJob, FailedMail, SystemPart } from '../shared/answers/system.js';
import { type DataCheckName, dataCheckNames, dataCheckRows } from '../shared/data-checks.js';
import { plainDay } from '../shared/dates.js';
import { formCities, formCountries } from '../platform/form/lists.js';
import { type Control, formControls, formIds, type FormList } from '../shared/form/controls.js';
import { type FormRow, wholeLists } from '../shared/form/lists.js';
import { lookupControls } from '../shared/form/lookup.js';
import { mailboxRefused } from '../shared/form/mailbox.js';
import { encodeOrderId } from '../shared/order-id.js';
import { routes } from '../shared/routes.js';
import type { Fault, LastRun } from './data-checks.queries.js';
import type { DatabaseFacts, FailedMailRow, Probe } from './system.queries.js';

export function toFailedJob({ id, job, data, error, tries, failedAt }: JobFailure): FailedJob {
  const about = Object.entries(data)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
  return { id, job, about, error, tries, failed_at: failedAt.toISOString() };
}

export function toFailedMail({ orderId, stateAt, isGone, ...mail }: FailedMailRow): FailedMail {
  return {
    id: mail.id,
    order_id: orderId,
    encoded_id: orderId === null ? null : encodeOrderId(orderId),
    kind: mail.kind,
    recipient: mail.recipient,
    provider: mail.provider,
    state: mail.state,
    failure: mail.failure,
    at: stateAt.toISOString(),
    refused: isGone ? 'Its link is no longer kept. A new one has to be asked for.' : null,
  };
}

/** A line for each check: what it found, and where each of the kept faults leads. */
export function toCheckLines(runs: LastRun[], faults: (Fault & { name: DataCheckName })[]): DataCheckLine[] {
  return dataCheckNames.map((name) => {
    const { sentence, screen = null } = dataCheckRows[name];
    const run = runs.find((one) => one.name === name);
    return {
      name,
      sentence,
      found: run?.found ?? 0,
      error: run?.error ?? null,
      ran_at: run?.ranAt.toISOString() ?? null,
      faults: faults
        .filter((fault) => fault.name === name)
        .map(({ orderId, what }) => ({
          what: orderId === null ? what : `Order ${orderId}: ${what}`,
          href: orderId === null ? screen : routes.order(encodeOrderId(orderId)),
        })),
    };
  });
}

export function databasePart({ version, bytes, connections, most }: DatabaseFacts, at: string): SystemPart {
  const size = `${(bytes / 2 ** 30).toFixed(2)} GB`;
  return {
    name: 'PostgreSQL',
    ok: connections < 0.9 * most,
    detail: `${version}, ${size}, ${connections} of ${most} connections`,
    at,
  };
}

/** @param info what Redis answered; undefined when it did not, or when there is none */
export function redisPart(info: RedisInfo | undefined, isWanted: boolean, at: string): SystemPart {
  const name = 'Redis';
  if (!isWanted) return { name, ok: true, detail: 'none: PostgreSQL keeps the jobs', at };
  if (!info) return { name, ok: false, detail: 'does not answer', at };
  const { version, memory, policy } = info;
  const isKept = policy === 'noeviction';
  return {
    name,
    ok: isKept,
    detail: `${version}, ${memory}${isKept ? '' : `, but its policy is ${policy}: jobs may be lost`}`,
    at,
  };
}

export function migrationsPart(
  { newest = 'none', missing }: { newest?: string | undefined; missing: string[] },
  at: string,
): SystemPart {
  const lacks = missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`;
  return { name: 'Migrations', ok: missing.length === 0, detail: `${newest}${lacks}`, at };
}

/** How old a reading of the form's rows may be before a member should look at the form again. */
const oldestReading = 90;

/** The controls of the form, and what the pages next to it ask besides. */
const knownControls: Control[] = [...Object.values(formControls), lookupControls.registration.pinKeyId];

/** The lists of which rows are known. */
const knownLists: Partial<Record<FormList, readonly FormRow[]>> = {
  ...wholeLists,
  country: formCountries,
  city: formCities,
};

/** The day of the oldest reading of a control and of the rows of its list. */
function oldestOf({ list, readOn }: Control): string {
  const rows = (list && knownLists[list]) ?? [];
  return [readOn, ...rows.map((row) => row.readOn)].toSorted()[0]!;
}

/** What is known of the authority's form, and whether it takes the addresses of the orders. */
export function formPart(mailDomain: string, now: Date): SystemPart {
  const oldest = new Date(now.getTime() - oldestReading * 86_400_000).toISOString().slice(0, 10);
  const old = knownControls.filter((control) => oldestOf(control) < oldest).map(({ label }) => label);
  const refused = mailboxRefused(mailDomain);
  const newest = formIds
    .map((id) => formControls[id].readOn)
    .sort()
    .at(-1);
  return {
    name: 'Authority’s form',
    ok: old.length === 0 && refused === undefined,
    detail: [
      `read on ${plainDay(newest, '')}`,
      old.length > 0 && `more than ${oldestReading} days ago: ${old.join(', ')}`,
      refused,
    ]
      .filter(Boolean)
      .join('; '),
    at: now.toISOString(),
  };
}

/** What a worker found when it looked last. */
export function probeParts(probes: Probe[]): SystemPart[] {
  return ['Storage', 'Browser'].map((name) => {
    const probe = probes.find((one) => one.name === name);
    if (!probe) return { name, ok: false, detail: 'no worker has looked yet', at: new Date().toISOString() };
    return { name, ok: probe.ok, detail: probe.detail, at: probe.at.toISOString() };
  });
}
