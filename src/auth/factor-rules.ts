import { Refused } from '../platform/reply.js';
import { freshFactorMinutes } from '../shared/limits.js';
import { routes } from '../shared/routes.js';
import type { Staff } from './staff.js';

/**
 * What a session lacks, or a fresh proof of the second factor. Refusals name it in `missing`, so that a page can ask for
 * it.
 */
const refusals = {
  enrolment: 'Set up your second factor first.',
  factor: 'Confirm with your second factor first.',
  'fresh factor': 'Confirm again with your second factor.',
} as const;

/** @throws Refused 403 for a session whose sign-in is not complete (docs/people.md#second-factor). */
export function checkComplete({ missing }: Staff): void {
  if (missing) throw refusal(missing).linkTo(routes.login, missing === 'factor' ? 'Confirm now' : 'Set it up now');
}

/** @throws Refused 403 for a member with a second factor who has not proven it within ten minutes. */
export function checkFresh(staff: Staff): void {
  const until = freshUntil(staff);
  if (until !== null && until <= new Date().toISOString())
    throw refusal('fresh factor').linkTo(routes.account, 'Confirm now');
}

/** Until when the proof is fresh, ISO 8601; '' when there is none, null for a member without a second factor. */
export function freshUntil({ hasFactor, factorAt }: Staff): string | null {
  if (!hasFactor) return null;
  return factorAt ? new Date(factorAt.getTime() + freshFactorMinutes * 60_000).toISOString() : '';
}

function refusal(missing: keyof typeof refusals): Refused {
  return new Refused(refusals[missing], 403).with({ missing });
}
