import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** The address whose data is copied, or asked to be erased. */
export function WhichPerson() {
  const form = useCheckedForm(async () => (await import('@shared/persons')).whichPerson, { address: '' });
  const [pressed, setPressed] = useState<'copy' | 'erase'>();
  const busy = form.busy ? pressed : undefined;

  function send(what: 'copy' | 'erase') {
    if (form.busy) return;
    setPressed(what);
    const path = what === 'copy' ? routes.api.personData : routes.api.askErasure;
    void form.send('post', path, { onDone: (sent) => form.clearSent(sent) });
  }

  function onAsk(event: FormEvent) {
    event.preventDefault();
    send('erase');
  }

  return (
    <form id={form.id} noValidate onSubmit={onAsk} autoComplete="off" className="flex flex-wrap items-end gap-3">
      <Field label="Email address" type="email" {...form.field('address')} className="w-80 max-sm:w-full" />
      <Button busy={busy === 'copy'} onClick={() => send('copy')}>
        Make a copy
      </Button>
      <Button type="submit" busy={busy === 'erase'}>
        Ask to erase
      </Button>
    </form>
  );
}
