import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';
import { DialogLater } from '@/components/dialog-later';
import { Field } from '@/components/field';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { sayOutcome } from '@/writes/write';
import type { NewEndpoint, ShopEntry } from '@shared/answers/shops';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

type AddEndpointProps = { shop: ShopEntry; onMade: (secret: string) => void };

/** The button that adds an address that is told of a shop's orders, and its dialog. `onMade` gets the new secret. */
export function AddEndpoint({ shop, onMade }: AddEndpointProps) {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  return (
    <>
      <Button aria-label={`Add endpoint of ${shop.name}`} onClick={() => setOpen(true)}>
        Add endpoint
      </Button>
      <DialogLater open={open} onClose={onClose} title={`Add endpoint of ${shop.name}`}>
        <EndpointForm {...{ shop, onMade, onDone: onClose }} />
      </DialogLater>
    </>
  );
}

function EndpointForm({ shop: { id: shopId }, onMade, onDone }: AddEndpointProps & { onDone: () => void }) {
  const form = useCheckedForm(async () => (await import('@shared/shops')).addEndpoint, { url: '' });

  function onAdd(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.addEndpoint, {
      also: { shopId },
      by: async (body) => {
        const outcome = await queued<NewEndpoint>({ method: 'post', path: routes.api.addEndpoint, body });
        if (outcome.done && outcome.data) onMade(outcome.data.secret);
        else if (!outcome.errors) void sayOutcome(outcome);
        void readAgain();
        return outcome;
      },
      onDone,
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={onAdd} autoComplete="off" className="grid gap-4">
      <Field label="Address" placeholder="https://" inputMode="url" {...form.field('url')} />
      <DialogFoot>
        <Button type="submit" tone="primary" busy={form.busy}>
          Add endpoint
        </Button>
      </DialogFoot>
    </form>
  );
}
