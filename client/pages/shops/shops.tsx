import { Button, buttonClass } from '@/components/button';
import { Field } from '@/components/field';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { Deliveries, shopsPath } from '@/pages/shops/shops/deliveries';
import { Delivery } from '@/pages/shops/shops/delivery';
import { Shop } from '@/pages/shops/shops/shop';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

/** The shops: their keys, where they are told of their orders, and what they were told (docs/http-api.md#shops-and-intake). */
export default function Shops({ shops, nextShop, delivery, query, ...log }: Pages['shops/shops']) {
  const { state, before } = query;
  return (
    <>
      <PageTitle
        title="Shops"
        hint="Who sends orders, with which keys, and which addresses are told what happens to them."
      >
        <RefreshButton />
      </PageTitle>
      <div className="px-6 max-md:px-4">
        {delivery && <Delivery key={delivery.id} delivery={delivery} query={query} />}
        <div className="pb-8">
          {shops.map((shop) => (
            <Shop key={shop.id} shop={shop} />
          ))}
          {(query.after || nextShop) && (
            <nav aria-label="Pages of shops" className="flex flex-wrap gap-3">
              {query.after && (
                <Link href={shopsPath({ state, before })} className={buttonClass()}>
                  First shops
                </Link>
              )}
              {nextShop && (
                <Link href={shopsPath({ state, before, after: nextShop })} className={buttonClass()}>
                  More shops
                </Link>
              )}
            </nav>
          )}
        </div>
        <Section title="Add a shop">
          <AddShop />
        </Section>
        <Section title="Last deliveries">
          <Deliveries {...log} query={query} />
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
