import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { callForFile } from '@/hooks/call-api';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { askForFactor } from '@/writes/fresh-factor';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** The address whose data is copied, or asked to be erased. */
export function WhichPerson() {
  const form = useCheckedForm(async () => (await import('@shared/persons')).whichPerson, { address: '' });
  const { busy, refusal, save } = useSavedCopy();

  function onAsk(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.askErasure, { onDone: (sent) => form.clearSent(sent) });
  }

  return (
    <form id={form.id} noValidate onSubmit={onAsk} autoComplete="off" className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Email address" type="email" {...form.field('address')} className="w-80 max-sm:w-full" />
        <Button busy={busy} onClick={() => void save(form.data.address)}>
          Save a copy
        </Button>
        <Button type="submit" busy={form.busy}>
          Ask to erase
        </Button>
      </div>
      {busy && <output className="text-ink-soft">The archive is being written …</output>}
      {refusal && (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </form>
  );
}

/** Saves the archive of a person's data. Members with a second factor prove it first. */
function useSavedCopy() {
  const { factorUntil } = usePage<SharedProps>().props;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function save(address: string) {
    setRefusal(undefined);
    const isFresh = factorUntil === null || factorUntil > new Date().toISOString();
    if (!isFresh && !(await askForFactor())) return;

    setBusy(true);
    try {
      const file = await callForFile(routes.api.personData, { address }, new AbortController().signal);
      const url = URL.createObjectURL(file);
      Object.assign(document.createElement('a'), { href: url, download: 'personal-data.zip' }).click();
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      setRefusal((error as Error).message);
    }
    setBusy(false);
  }

  return { busy, refusal, save };
}
