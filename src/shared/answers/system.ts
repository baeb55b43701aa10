import { z } from 'zod';
import type { MailKind, MailState } from '../mail-kinds.js';
import type { PageState } from './authority.js';

/** The job that was queued again. */
export const queuedJob = z.object({ job: z.string() });

/** A part that the product needs. `at`: when it was looked at, ISO 8601 in UTC. */
export type SystemPart = { name: string; ok: boolean; detail: string; at: string };

/** A repeated job. `every` and `ago` are seconds. */
export type JobLine = { job: string; every: number; ago: number | null; late: boolean };

/** A queue of jobs. `oldest` is seconds; null when nothing waits. */
export type QueueLine = { queue: string; waiting: number; running: number; later: number; oldest: number | null };

export type FailedJob = { id: number; job: string; about: string; error: string; tries: number; failed_at: string };

/** Mails of a kind that wait; `oldest` is seconds. */
export type WaitingMails = { kind: MailKind; count: number; oldest: number };

export type FailedMail = {
  id: number;
  order_id: number | null;
  encoded_id: string | null;
  kind: MailKind;
  recipient: string;
  provider: string;
  state: MailState;
  failure: string | null;
  at: string;
  /** Why it can't be sent again; null when it can. */
  refused: string | null;
};

/** What a mail provider answered and reported in the last hour. */
export type ProviderLine = {
  provider: string;
  taken: number;
  failures: number;
  delivered: number;
  not_arrived: number;
};

/** Reports of a provider. `last` is ISO 8601; `lag` the median seconds from event to us, of the last hour. */
export type WebhookLine = { provider: string; last: string | null; lag: number | null };

/** A part of a screen that browsers could not show, and how often in the last days. `last` is ISO 8601. */
export type ScreenFaultLine = { screen: string; part: string; count: number; last: string };

/** A check of the data. `error` says why it could not run; `ran_at` is null before the first run. */
export type DataCheckLine = {
  name: string;
  sentence: string;
  found: number;
  error: string | null;
  ran_at: string | null;
  faults: { what: string; href: string | null }[];
};

/** Everything on the operator's page. A part that could not be read is null. */
export type SystemFacts = {
  version: string;
  parts: SystemPart[];
  jobs: JobLine[];
  queues: QueueLine[] | null;
  failed_jobs: FailedJob[];
  waiting_mails: WaitingMails[];
  failed_mails: FailedMail[];
  providers: ProviderLine[];
  webhooks: WebhookLine[];
  screen_faults: ScreenFaultLine[];
  /** Whether each of the authority's pages works. */
  authority: PageState[];
  checks: DataCheckLine[];
};
