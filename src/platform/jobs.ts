import { DiscoveryService } from '@nestjs/core';
import { type MailProvider, mailProviders } from '../shared/mail-providers.js';

/** The data of each job. */
export type JobData = {
  'mail.send': { mailId: number; provider: MailProvider };
  'mail.sweep': Record<string, never>;
  'pack.render': { packId: number };
  'pack.sweep': Record<string, never>;
  'pack.batch': { batchId: number };
  'invoice.render': { mailId: number };
  'orders.check': Record<string, never>;
  'orders.promote': Record<string, never>;
  'leases.end': Record<string, never>;
  'tallies.fold': Record<string, never>;
  'statistics.count': Record<string, never>;
  'sessions.clear': Record<string, never>;
  'files.sweep': Record<string, never>;
  'idempotency.clear': Record<string, never>;
  'drafts.clear': Record<string, never>;
  'disputes.remind': Record<string, never>;
  'disputes.prepare': Record<string, never>;
  'stripe.match': Record<string, never>;
  'stripe.look': Record<string, never>;
  'standing.alarm': Record<string, never>;
  'stripe.answer': { answerId: number };
  'audit.chain': Record<string, never>;
  'audit.verify': Record<string, never>;
  'data.check': Record<string, never>;
  'system.probe': Record<string, never>;
  'inbound.read': { inboundMailId: number };
  'inbound.sweep': Record<string, never>;
  'webhooks.deliver': { endpointId: number };
  'webhooks.sweep': Record<string, never>;
  'webhooks.clear': Record<string, never>;
  'retention.erase': Record<string, never>;
  'person.erase': { requestId: number };
  'person.copy': { copyId: number };
  'person.sweep': Record<string, never>;
};
export type JobName = keyof JobData;

type MailQueueName = `mail-${Lowercase<MailProvider>}`;
export type QueueName = MailQueueName | 'packs' | 'gateways' | 'upkeep' | 'checks';

/**
 * BullMQ's queues and how many jobs of each a worker runs at once. Each mail provider has its own queue: mails of a
 * provider that hangs take no slot of the other's. Forty, because a mail waits for commits and for the provider most of its
 * time. Each may hold a file of ten megabytes in memory; of the large ones two are sent at once (src/mail/sending.service.ts).
 */
export const concurrency = {
  ...(Object.fromEntries(mailProviders.map((provider) => [mailQueue(provider), 40])) as Record<MailQueueName, number>),
  packs: 2,
  gateways: 2,
  upkeep: 1,
  checks: 5,
} satisfies Record<QueueName, number>;
export const queueNames = Object.keys(concurrency) as QueueName[];

function mailQueue(provider: MailProvider): MailQueueName {
  return `mail-${provider.toLowerCase() as Lowercase<MailProvider>}`;
}

type JobRow<Name extends JobName> = {
  queue: QueueName | ((data: JobData[Name]) => QueueName);
  /** The number of tries before the job counts as failed. */
  attempts: number;
  /** Milliseconds before the second try; doubled before each further one. */
  backoff: number;
  /** Milliseconds between two runs of a repeated job. */
  every?: number;
};

/** The job table: a new job is a row here and a `@Works` class beside its feature. */
export const jobRows: { [Name in JobName]: JobRow<Name> } = {
  // Survives a provider's outage of a quarter of an hour: the tenth try comes after 17 minutes.
  'mail.send': { queue: ({ provider }) => mailQueue(provider), attempts: 10, backoff: 2_000 },
  'mail.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 15_000 },
  'pack.render': { queue: 'packs', attempts: 3, backoff: 1_000 },
  'pack.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 15_000 },
  // it only asks for the packs, whose own jobs make them
  'pack.batch': { queue: 'gateways', attempts: 5, backoff: 2_000 },
  'invoice.render': { queue: 'packs', attempts: 3, backoff: 1_000 },
  'orders.check': { queue: 'upkeep', attempts: 1, backoff: 0, every: 3_600_000 },
  'orders.promote': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
  'leases.end': { queue: 'upkeep', attempts: 1, backoff: 0, every: 30_000 },
  'tallies.fold': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
  'statistics.count': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
  'sessions.clear': { queue: 'upkeep', attempts: 1, backoff: 0, every: 3_600_000 },
  'files.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 43_200_000 },
  'idempotency.clear': { queue: 'upkeep', attempts: 1, backoff: 0, every: 3_600_000 },
  'drafts.clear': { queue: 'upkeep', attempts: 1, backoff: 0, every: 3_600_000 },
  'disputes.prepare': { queue: 'upkeep', attempts: 1, backoff: 0, every: 15_000 },
  'disputes.remind': { queue: 'upkeep', attempts: 1, backoff: 0, every: 300_000 },
  'stripe.match': { queue: 'upkeep', attempts: 1, backoff: 0, every: 300_000 },
  'standing.alarm': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
  // the fifth try comes after a minute and a quarter; then the sweep looks again, or a member
  'stripe.answer': { queue: 'gateways', attempts: 5, backoff: 5_000 },
  'audit.chain': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
  // these may take minutes, so they have a queue of their own
  'audit.verify': { queue: 'checks', attempts: 1, backoff: 0, every: 86_400_000 },
  'data.check': { queue: 'checks', attempts: 1, backoff: 0, every: 86_400_000 },
  'stripe.look': { queue: 'checks', attempts: 1, backoff: 0, every: 3_600_000 },
  'system.probe': { queue: 'checks', attempts: 1, backoff: 0, every: 300_000 },
  'inbound.read': { queue: 'gateways', attempts: 6, backoff: 2_000 },
  'inbound.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 15_000 },
  // among the checks, which are in no hurry: a shop's server may hang
  'webhooks.deliver': { queue: 'checks', attempts: 1, backoff: 0 },
  'webhooks.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 5_000 },
  'webhooks.clear': { queue: 'upkeep', attempts: 1, backoff: 0, every: 3_600_000 },
  'retention.erase': { queue: 'checks', attempts: 1, backoff: 0, every: 86_400_000 },
  // what it could not end, the daily job goes on with
  'person.erase': { queue: 'checks', attempts: 3, backoff: 5_000 },
  'person.copy': { queue: 'checks', attempts: 3, backoff: 5_000 },
  'person.sweep': { queue: 'upkeep', attempts: 1, backoff: 0, every: 60_000 },
};

/** The repeated jobs: name, queue, milliseconds between two runs. */
export const repeatedJobs = Object.entries(jobRows).flatMap(([name, { queue, every }]) =>
  every && typeof queue === 'string' ? [{ name: name as JobName, queue, every }] : [],
);

/** Marks a class as the worker of a job: `work(data, attempt)` does it. */
export const Works = DiscoveryService.createDecorator<JobName>();

/** A job whose last try failed; `tries` counts all its tries. */
export type JobFailure = {
  id: number;
  job: string;
  data: Record<string, unknown>;
  error: string;
  tries: number;
  failedAt: Date;
};

/** The number of a job's try, from 1, and whether it is the last. */
export type Attempt = { number: number; last: boolean };

/** The class of a job's worker. When it throws, the job is tried again as its row in the job table says. */
export interface JobWorker<Name extends JobName> {
  work(data: JobData[Name], attempt: Attempt): Promise<void>;
}
