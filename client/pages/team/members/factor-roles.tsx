import { Button } from '@/components/button';
import { Tick } from '@/components/field';
import { write } from '@/writes/write';
import { type Role, roles } from '@shared/roles';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** Which types of members must have a second factor. */
export function FactorRoles({ required }: { required: Role[] }) {
  const [ticked, setTicked] = useState(required);
  const [busy, setBusy] = useState(false);

  async function onSave(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await write({ method: 'post', path: routes.api.requireFactors, body: { roles: ticked } });
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void onSave(event)}>
      <fieldset>
        <legend className="mb-2 text-ink-soft">
          These members must have one. Who has none sets it up before anything else.
        </legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {roles.map((role) => (
            <Tick
              key={role}
              name={`factor-${role}`}
              label={role}
              checked={ticked.includes(role)}
              onChange={({ target }) =>
                setTicked((before) => (target.checked ? [...before, role] : before.filter((one) => one !== role)))
              }
            />
          ))}
        </div>
      </fieldset>
      <Button type="submit" busy={busy} className="mt-3">
        Save
      </Button>
    </form>
  );
}
