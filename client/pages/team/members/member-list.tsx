import { Avatar } from '@/components/avatar';
import { deleteQuestion, useConfirm } from '@/components/confirm';
import { Copyable } from '@/components/copyable';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { useStaff } from '@/hooks/use-can';
import { write } from '@/writes/write';
import type { StaffInfo } from '@shared/auth';
import { can } from '@shared/permissions';
import type { Role } from '@shared/roles';
import { routes } from '@shared/routes';
import type { MemberEntry } from '@shared/team';

/** The members of the team, each with the actions that the signed-in member may take. */
export function MemberList({ members }: { members: MemberEntry[] }) {
  const staff = useStaff();
  const confirm = useConfirm();

  async function onDelete({ id }: MemberEntry) {
    if (!(await confirm(deleteQuestion))) return;
    await write({ method: 'put', path: routes.api.deleteMember, body: { teamMemberId: id } });
  }

  return (
    <DataTable
      caption="Team Member List"
      columns={columnsFor(staff, (member) => void onDelete(member))}
      rows={members}
      rowKey={({ id }) => id}
      empty={<EmptyState text="No data available in table" />}
    />
  );
}

function columnsFor(staff: StaffInfo, onDelete: (member: MemberEntry) => void): Column<MemberEntry>[] {
  return [
    { key: '#', title: '#', width: 'w-10', cell: (_member, index) => index + 1 },
    {
      key: 'name',
      title: 'Name',
      width: 'w-56',
      cell: ({ name }) => (
        <span className="inline-flex max-w-full items-center gap-2">
          <Avatar name={name} />
          <bdi className="truncate">{name}</bdi>
        </span>
      ),
    },
    { key: 'email', title: 'Email', width: 'w-60', cell: ({ email }) => <Copyable text={email} /> },
    { key: 'password', title: 'Password', width: 'w-28', cell: () => <span className="text-ink-faint">••••••••</span> },
    { key: 'type', title: 'Type', width: 'w-28', cell: ({ memberRole }) => memberRole },
    {
      key: 'action',
      title: 'Action',
      width: 'w-32',
      kind: 'actions',
      cell: (member) =>
        mayTouch(staff, member.type) && (
          <span className="row-actions">
            <Link href={routes.member(member.id)} className="row-action">
              Edit
            </Link>
            {member.id !== staff.id && (
              <button type="button" onClick={() => onDelete(member)} className="row-action row-danger">
                Delete
              </button>
            )}
          </span>
        ),
    },
  ];
}

/** Whether `staff` may change members of that role: without `team.manage-admins`, not those who have it (docs/product.md#roles). */
export function mayTouch(staff: StaffInfo, type: Role): boolean {
  return can(staff.type, 'team.manage-admins') || !can(type, 'team.manage-admins');
}
