import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { AuthorityPages } from '@/pages/system/overview/authority';
import { Checks } from '@/pages/system/overview/checks';
import { FailedJobs, FailedMails } from '@/pages/system/overview/failed';
import { Jobs, Mails, Providers, Queues, ScreenFaults } from '@/pages/system/overview/lines';
import { Parts } from '@/pages/system/overview/parts';
import type { Pages } from '@shared/pages';

/** What an operator asks of the running product: the parts, the jobs, the mails, the data (docs/operations.md#the-operators-page). */
export default function Overview(facts: Pages['system/overview']) {
  const {
    version,
    parts,
    jobs,
    queues,
    failed_jobs,
    waiting_mails,
    failed_mails,
    providers,
    webhooks,
    checks,
    screen_faults,
    authority,
  } = facts;
  const late = jobs.filter((job) => job.late).length;
  const found = checks.filter((check) => check.found > 0 || check.error !== null).length;
  return (
    <>
      <PageTitle
        title="System"
        hint={`Version ${version}. What runs, what waits, what failed, and whether the rows agree.`}
      >
        <RefreshButton />
      </PageTitle>
      <div className="px-6 max-md:px-4">
        <Section title="Parts">
          <Parts parts={parts} />
        </Section>
        <Section title="Authority’s pages">
          <AuthorityPages pages={authority} />
        </Section>
        <Section title="Failed jobs" count={failed_jobs.length}>
          <FailedJobs jobs={failed_jobs} />
        </Section>
        <Section title="Failed mails" count={failed_mails.length}>
          <FailedMails mails={failed_mails} />
        </Section>

        <Section title="Screens" count={screen_faults.length}>
          <ScreenFaults faults={screen_faults} />
        </Section>
        <Section title="Integrity check" count={found}>
          <Checks checks={checks} />
        </Section>
        <Section title="Repeated jobs" count={late}>
          <Jobs jobs={jobs} />
        </Section>
        <Section title="Queues">
          <Queues queues={queues} />
        </Section>
        <Section title="Mails that wait">
          <Mails mails={waiting_mails} />
        </Section>
        <Section title="Providers in the last hour">
          <Providers providers={providers} webhooks={webhooks} />
        </Section>
      </div>
    </>
  );
}
