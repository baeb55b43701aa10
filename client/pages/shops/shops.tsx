import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { Deliveries } from '@/pages/shops/shops/deliveries';
import { Delivery } from '@/pages/shops/shops/delivery';
import { Shop } from '@/pages/shops/shops/shop';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

/** The shops: their keys, where they are told of their orders, and what they were told (docs/product.md#shops-and-intake). */
export default function Shops({ shops, deliveries, state, delivery }: Pages['shops/shops']) {
  return (
    <>
      <PageTitle
        title="Shops"
        hint="Who sends orders, with which keys, and which addresses are told what happens to them."
      >
        <RefreshButton />
      </PageTitle>
      <div className="px-6 max-md:px-4">
        {delivery && <Delivery key={delivery.id} delivery={delivery} state={state} />}
        <div className="pb-8">
          {shops.map((shop) => (
            <Shop key={shop.id} shop={shop} />
          ))}
        </div>
        <Section title="Add a shop">
          <AddShop />
        </Section>
        <Section title="Last deliveries">
          <Deliveries deliveries={deliveries} state={state} />
        </Section>
      </div>
    </>
  );
}

function AddShop() {
  const form = useCheckedForm(async () => (await import('@shared/shops')).addShop, { name: '' });

  function onAdd(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.addShop, { onDone: (sent) => form.clearSent(sent) });
  }

  return (
    <form id={form.id} noValidate onSubmit={onAdd} autoComplete="off" className="flex flex-wrap items-end gap-3">
      <Field label="Name" {...form.field('name')} className="w-80 max-sm:w-full" />
      <Button type="submit" tone="primary" busy={form.busy}>
        Add shop
      </Button>
    </form>
  );
}
