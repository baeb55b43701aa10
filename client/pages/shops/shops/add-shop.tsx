import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';
import { DialogLater } from '@/components/dialog-later';
import { Field } from '@/components/field';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** The button that adds a shop, and its dialog. */
export function AddShop() {
  const [open, setOpen] = useState(false);
  const onClose = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add shop</Button>
      <DialogLater open={open} onClose={onClose} title="Add shop">
        <ShopForm onDone={onClose} />
      </DialogLater>
    </>
  );
}

function ShopForm({ onDone }: { onDone: () => void }) {
  const form = useCheckedForm(async () => (await import('@shared/shops')).addShop, { name: '' });

  function onAdd(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.addShop, { onDone });
  }

  return (
    <form id={form.id} noValidate onSubmit={onAdd} autoComplete="off" className="grid gap-4">
      <Field label="Name" {...form.field('name')} />
      <DialogFoot>
        <Button type="submit" tone="primary" busy={form.busy}>
          Add shop
        </Button>
      </DialogFoot>
    </form>
  );
}
