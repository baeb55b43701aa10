import { Logger } from '@nestjs/common';
import type { z } from 'zod';
import { counter } from '../platform/metrics.js';
import { type MailProvider, mailProviders } from '../shared/mail-providers.js';

/**
 * Why an event of a provider was not used: it could not be read, or no mail is known that it is about. An event that
 * comes before the provider's answer counts as unmatched, too, although it may find its mail later.
 */
const reasons = ['unreadable', 'unmatched'] as const;

const log = new Logger('mail');
const count = counter(
  'mail_events_unused_total',
  'Events of mail providers that could not be read, or whose mail is unknown',
  mailProviders.flatMap((provider) => reasons.map((reason) => ({ provider, reason }))),
);

/**
 * Logs and counts an event, or a notification of a received mail, that is not used.
 * @param facts what an operator needs to find it at the provider; never an address
 */
export function noteUnused(provider: MailProvider, reason: (typeof reasons)[number], facts: object): void {
  count({ provider, reason });
  log.warn({ provider, reason, ...facts }, 'mail-event-unused');
}

/** The names of the fields for which a schema refused an event; their values may be a person's. */
export function wrongFields(error: z.ZodError): string[] {
  return error.issues.map(({ path }) => path.join('.') || 'all of it');
}
