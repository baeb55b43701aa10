import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { Due } from '@/pages/retention/overview/due';
import { Persons } from '@/pages/retention/overview/persons';
import { Requests } from '@/pages/retention/overview/requests';
import { Rules } from '@/pages/retention/overview/rules';
import { Runs } from '@/pages/retention/overview/runs';
import { Deferred } from '@inertiajs/react';
import type { Pages } from '@shared/pages';

/** What waits for the Admin, what the next run erases, how long data is kept, what the last runs did (docs/people.md#keeping-and-erasing). */
export default function Overview({ months, copies, requests, due, runs }: Pages['retention/overview']) {
  const mine = requests.filter(({ state, own }) => state === 'waiting' && !own);
  return (
    <>
      <PageTitle title="Keeping & Erasing" hint="What is erased of old orders, once a day. Hashes and times stay.">
        <RefreshButton />
      </PageTitle>
      <div className="px-6 max-md:px-4">
        <div className="grid grid-cols-1 gap-x-10 xl:grid-cols-[minmax(0,1fr)_27rem] xl:grid-rows-[auto_1fr]">
          <Section
            title="Waits for you"
            count={mine.length}
            none={mine.length === 0 && <p className="text-ink-faint">Nothing to confirm.</p>}
          >
            <Requests requests={mine} />
          </Section>
          <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
            <Section title="Next run">
              <Deferred data="due" fallback={<p className="text-ink-soft">Counting…</p>}>
                {due ? <Due due={due} /> : null}
              </Deferred>
            </Section>
          </div>
          <Section title="A person’s data">
            <Persons copies={copies} requests={requests.filter((request) => !mine.includes(request))} />
          </Section>
        </div>
        <Section title="Last runs">
          <Runs runs={runs} />
        </Section>
        <Rules months={months} />
      </div>
    </>
  );
}
