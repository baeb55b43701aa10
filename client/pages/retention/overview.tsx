import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { Due } from '@/pages/retention/overview/due';
import { Persons } from '@/pages/retention/overview/persons';
import { Runs } from '@/pages/retention/overview/runs';
import { Deferred } from '@inertiajs/react';
import type { Pages } from '@shared/pages';
import { agedKinds, erasureRows } from '@shared/retention';

/** How long personal data is kept, what the next run erases, and what the last ones did (docs/people.md#keeping-and-erasing). */
export default function Overview({ months, copies, requests, due, runs }: Pages['retention/overview']) {
  return (
    <>
      <PageTitle title="Keeping & Erasing" hint="What is erased of old orders, once a day. Hashes and times stay.">
        <RefreshButton />
      </PageTitle>
      <div className="px-6 max-md:px-4">
        <Section title="Rules">
          <dl className="grid gap-x-8 xl:grid-cols-2">
            {agedKinds.map((kind) => (
              <div key={kind} className="border-t border-line py-2">
                <dt className="font-medium">
                  {erasureRows[kind].label}: {months[kind]} months after the arrival
                </dt>
                <dd className="text-ink-soft">{erasureRows[kind].what}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 max-w-prose text-ink-soft">
            An order with an open dispute or refund is frozen: nothing of it is erased. Packs that were made before stay
            as they are. Packs that are made later say what was erased.
          </p>
        </Section>
        <Section title="A person’s data">
          <Persons copies={copies} requests={requests} />
        </Section>
        <Section title="The next run">
          <Deferred data="due" fallback={<p className="text-ink-soft">Counting…</p>}>
            {due ? <Due due={due} /> : null}
          </Deferred>
        </Section>
        <Section title="Last runs">
          <Runs runs={runs} />
        </Section>
      </div>
    </>
  );
}
