import { Button, buttonClass } from '@/components/button';
import { Field, Select } from '@/components/field';
import { Link } from '@/components/link';
import { useStaff } from '@/hooks/use-can';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { mayTouch } from '@/pages/team/members/member-list';
import { passwordLength } from '@shared/limits';
import { roles } from '@shared/roles';
import { routes } from '@shared/routes';
import type { MemberEntry } from '@shared/team';
import type { FormEvent } from 'react';

/** Adds a member, or changes the one being edited, whose password stays when the field is left empty. */
export function MemberForm({ editing }: { editing: MemberEntry | null }) {
  const staff = useStaff();
  const schema = async () => {
    const team = await import('@shared/team');
    return editing ? team.updateMember : team.addMember;
  };
  const form = useCheckedForm(schema, {
    name: editing?.name ?? '',
    email: editing?.email ?? '',
    password: '',
    type: editing?.type ?? '',
  });

  function onSave(event: FormEvent) {
    event.preventDefault();
    if (editing) void form.send('post', routes.api.updateMember, { also: { tmId: editing.id } });
    else void form.send('post', routes.api.addMember, { onDone: () => form.reset() });
  }

  return (
    <form id={form.id} noValidate onSubmit={onSave} autoComplete="off">
      <div className="grid grid-cols-4 items-end gap-4 max-xl:grid-cols-2 max-sm:grid-cols-1">
        <Field label="Name" {...form.field('name')} />
        <Field label="Email" type="email" {...form.field('email')} />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          placeholder={editing ? 'Empty keeps the old one' : `At least ${passwordLength} characters`}
          {...form.field('password')}
        />
        <Select label="Type" {...form.field('type')}>
          <option value="">Select type</option>
          {roles
            .filter((role) => mayTouch(staff, role))
            .map((role) => (
              <option key={role}>{role}</option>
            ))}
        </Select>
      </div>
      <div className="mt-4 flex gap-2">
        <Button type="submit" tone="primary" busy={form.busy}>
          {editing ? 'Update Member' : 'Add Member'}
        </Button>
        {editing && (
          <Link href={routes.team} className={buttonClass()}>
            Cancel
          </Link>
        )}
      </div>
    </form>
  );
}
