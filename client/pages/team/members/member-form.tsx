import { Button, buttonClass } from '@/components/button';
import { DraftNote } from '@/components/draft-note';
import { Field, Select, Tick } from '@/components/field';
import { Link } from '@/components/link';
import { useStaff } from '@/hooks/use-can';
import type { useCheckedForm } from '@/hooks/use-checked-form';
import { useDraftForm } from '@/hooks/use-draft-form';
import { mayTouch } from '@/pages/team/members/member-list';
import { router } from '@inertiajs/react';
import { passwordLength } from '@shared/limits';
import type { Pages } from '@shared/pages';
import { roles } from '@shared/roles';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

type Editing = Pages['team/members']['editing'];

/** Adds a member, or changes the edited member; an empty password field keeps the password. */
export function MemberForm({ editing, drafts }: Pick<Pages['team/members'], 'editing' | 'drafts'>) {
  const schema = async () => {
    const team = await import('@shared/team');
    return editing ? team.updateMember : team.addMember;
  };
  const [initial] = useState(() => fieldsOf(editing));
  const form = useDraftForm(schema, initial, 'member', { about: editing?.id ?? 0, drafts });

  function onSave(event: FormEvent) {
    event.preventDefault();
    if (editing) {
      const onDone = () => router.visit(routes.team);
      void form.send('post', routes.api.updateMember, { also: { tmId: editing.id }, onDone });
    } else void form.send('post', routes.api.addMember, { onDone: form.clearSent });
  }

  return (
    <form id={form.id} noValidate onSubmit={onSave} autoComplete="off">
      <MemberFields {...{ editing, form }} />
      {!editing && (
        <Tick
          name="invite"
          label="Send an invitation by mail instead of setting a password"
          checked={form.data.invite}
          onChange={(event) => form.setData('invite', event.target.checked)}
          className="mt-3"
        />
      )}
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
      <DraftNote draft={form.draft} />
    </form>
  );
}

function fieldsOf(editing: Editing) {
  return {
    name: editing?.name ?? '',
    email: editing?.email ?? '',
    password: '',
    type: editing?.type ?? '',
    invite: false,
  };
}

type Form = ReturnType<typeof useCheckedForm<ReturnType<typeof fieldsOf>>>;

function MemberFields({ editing, form }: { editing: Editing; form: Form }) {
  const staff = useStaff();
  const isMyself = editing?.id === staff.id;
  return (
    <div className="grid grid-cols-4 items-end gap-4 max-xl:grid-cols-2 max-sm:grid-cols-1">
      <Field label="Name" {...form.field('name')} />
      <Field label="Email" type="email" {...form.field('email')} />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        placeholder={editing ? 'Empty keeps the old one' : `At least ${passwordLength} characters`}
        {...form.field('password')}
        disabled={form.data.invite}
      />
      <Select
        label="Type"
        {...form.field('type')}
        disabled={isMyself}
        hint={isMyself ? 'You cannot change your own type.' : undefined}
      >
        <option value="">Select type</option>
        {roles
          .filter((role) => mayTouch(staff, role))
          .map((role) => (
            <option key={role}>{role}</option>
          ))}
      </Select>
    </div>
  );
}
