import { PageTitle } from '@/components/page-title';
import { Section } from '@/components/section';
import { useCan } from '@/hooks/use-can';
import { FactorRoles } from '@/pages/team/members/factor-roles';
import { MemberForm } from '@/pages/team/members/member-form';
import { MemberList } from '@/pages/team/members/member-list';
import type { Pages } from '@shared/pages';

/** The team: the form that adds or changes a member, and the list (docs/people.md#roles). */
export default function Members({ members, editing, drafts, factorRoles }: Pages['team/members']) {
  const can = useCan();
  return (
    <>
      <PageTitle
        title="Manage Team"
        hint={editing ? `Editing ${editing.name}` : 'Add a member, or choose one below to edit.'}
      />
      <div className="px-6 pb-8 max-md:px-4">
        <MemberForm key={editing?.id ?? 'new'} editing={editing} drafts={drafts} />
      </div>
      <div className="px-6 max-md:px-4">
        <Section title="Team Member List" count={members.length}>
          <MemberList members={members} />
        </Section>
        {can('factors.require') && (
          <Section title="Second factor">
            <FactorRoles required={factorRoles} />
          </Section>
        )}
      </div>
    </>
  );
}
