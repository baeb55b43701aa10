import { Avatar } from '@/components/avatar';
import { deleteQuestion, useConfirm } from '@/components/confirm';
import { CopyableEmail } from '@/components/copyable';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { fitted } from '@/components/fitting';
import { Link } from '@/components/link';
import { useStaff } from '@/hooks/use-can';
import { write } from '@/writes/write';
import type { StaffInfo } from '@shared/auth';
import { formatUtcClock } from '@shared/dates';
import { can } from '@shared/permissions';
import type { Role } from '@shared/roles';
import { routes } from '@shared/routes';
import type { MemberLine } from '@shared/team';

/** The members of the team, each with the actions that the signed-in member may take. */
export function MemberList({ members }: { members: MemberLine[] }) {
  const staff = useStaff();
  const confirm = useConfirm();

  async function onDelete({ id }: MemberLine) {
    if (!(await confirm(deleteQuestion))) return;
    await write({ method: 'put', path: routes.api.deleteMember, body: { teamMemberId: id } });
  }

  async function onStep({ id, name }: MemberLine, { path, question }: Step) {
    if (question && !(await confirm({ text: question(name), dangerous: true }))) return;
    await write({ method: 'post', path, body: { memberId: id } });
  }

  return (
    <DataTable
      caption="Team Member List"
      columns={columnsFor(staff, {
        onDelete: (member) => void onDelete(member),
        onStep: (member, step) => void onStep(member, step),
      })}
      rows={members}
      rowKey={({ id }) => id}
      twoLines
      empty={<EmptyState text="No data available in table" />}
    />
  );
}

/** A change of whether a member may sign in. */
type Step = { label: string; path: string; question?: (name: string) => string };

/** The steps that a member's state offers. */
function stepsOf({ state, second_factor: hasFactor }: MemberLine): Step[] {
  return [
    ...(state === 'invited' ? [{ label: 'Invite again', path: routes.api.inviteMember }] : []),
    ...(hasFactor
      ? [
          {
            label: 'Reset second factor',
            path: routes.api.resetFactors,
            question: (name: string) => `Take all second factors of ${name} away?`,
          },
        ]
      : []),
    state === 'deactivated'
      ? { label: 'Reactivate', path: routes.api.reactivateMember }
      : {
          label: 'Deactivate',
          path: routes.api.deactivateMember,
          question: (name: string) => `Deactivate ${name}? Held orders go back to their queues.`,
        },
  ];
}

/** What the actions of a row do. */
type Does = { onDelete: (member: MemberLine) => void; onStep: (member: MemberLine, step: Step) => void };

function columnsFor(staff: StaffInfo, does: Does): Column<MemberLine>[] {
  const columns = [
    { key: '#', title: '#', width: 'w-9', min: 36, cell: (_member: MemberLine, index: number) => index + 1 },
    { key: 'name', title: 'Name', width: 'w-46 max-[1420px]:w-38', min: 152, cell: Name },
    {
      key: 'email',
      title: 'Email',
      width: 'w-auto',
      min: 170,
      kind: 'email' as const,
      cell: ({ email }: MemberLine) => CopyableEmail({ text: email }),
    },
    {
      key: 'password',
      title: 'Password',
      width: 'w-22',
      min: 88,
      cell: () => <span className="text-ink-faint">••••••••</span>,
    },
    { key: 'type', title: 'Type', width: 'w-52 max-[1420px]:w-46', min: 184, cell: TypeAndState },
    {
      key: 'action',
      title: 'Action',
      width: 'w-72 max-[1420px]:w-58',
      min: 232,
      kind: 'actions' as const,
      cell: (member: MemberLine) =>
        mayTouch(staff, member.type) && <Actions {...{ member, isMyself: member.id === staff.id, does }} />,
    },
  ];
  return fitted(columns, ['type', 'password', '#'], 0);
}

function Name({ name }: MemberLine) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <Avatar name={name} />
      <bdi title={name} className="wraps">
        {name}
      </bdi>
    </span>
  );
}

function Actions({ member, isMyself, does }: { member: MemberLine; isMyself: boolean; does: Does }) {
  return (
    <span className="row-actions flex-wrap justify-end">
      <Link href={routes.member(member.id)} className="row-action">
        Edit
      </Link>
      {!isMyself && (
        <>
          {stepsOf(member).map((step) => (
            <button key={step.label} type="button" onClick={() => does.onStep(member, step)} className="row-action">
              {step.label}
            </button>
          ))}
          <button type="button" onClick={() => does.onDelete(member)} className="row-action row-danger">
            Delete
          </button>
        </>
      )}
    </span>
  );
}

/** The member's type, and below it whether the member may sign in, has a second factor, and is kept out by failed tries. */
function TypeAndState({ memberRole, state, second_factor: hasFactor, locked_until: until }: MemberLine) {
  return (
    <span className="lines">
      <span>{memberRole}</span>
      <span className="inline-flex gap-1">
        {until && <span className="tag tone-rose">Tries refused until {formatUtcClock(new Date(until))}</span>}
        {state === 'active' && <span className="faint">Active</span>}
        {state === 'invited' && <span className="tag tone-amber">Invited</span>}
        {state === 'deactivated' && <span className="tag tone-rose">Deactivated</span>}
        {hasFactor && <span className="tag tone-green">Second factor</span>}
      </span>
    </span>
  );
}

/** Whether `staff` may change members of that role: without `team.manage-admins`, not those who have it (docs/people.md#roles). */
export function mayTouch(staff: StaffInfo, type: Role): boolean {
  return can(staff.type, 'team.manage-admins') || !can(type, 'team.manage-admins');
}
