import { PageTitle } from '@/components/page-title';
import { Section } from '@/components/section';
import { AddFactor } from '@/components/second-factor/add-factor';
import { FactorList } from '@/pages/account/security/factor-list';
import { SessionList } from '@/pages/account/security/session-list';
import { readAgain } from '@/writes/read-again';
import type { Pages } from '@shared/pages';

/** The member's own sessions and second factors (docs/people.md#second-factor). */
export default function Security({ sessions, factors }: Pages['account/security']) {
  return (
    <>
      <PageTitle title="Your account" hint="Where you are signed in, and how you prove that it is you." />
      <div className="px-6 max-md:px-4">
        <Section title="Second factor" count={factors.factors.length}>
          <p className="mb-4 max-w-2xl text-ink-soft">
            {factors.required
              ? 'Your type of member must have one.'
              : 'With a second factor nobody signs in as you with your password alone.'}
          </p>
          <FactorList {...factors} />
          <AddFactor passkeyHost={factors.passkey_host} onDone={() => void readAgain()} />
        </Section>
        <Section title="Sessions" count={sessions.length}>
          <SessionList sessions={sessions} />
        </Section>
      </div>
    </>
  );
}
