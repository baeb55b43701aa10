import { buttonClass } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { RefreshButton } from '@/components/refresh-button';
import { Section } from '@/components/section';
import { AddShop } from '@/pages/shops/shops/add-shop';
import { Deliveries, shopsPath } from '@/pages/shops/shops/deliveries';
import { Delivery } from '@/pages/shops/shops/delivery';
import { Shop } from '@/pages/shops/shops/shop';
import type { Pages } from '@shared/pages';

/** The shops: their keys, where they are told of their orders, and what they were told (docs/http-api.md#shops-and-intake). */
export default function Shops({ shops, nextShop, delivery, query, ...log }: Pages['shops/shops']) {
  const { state, before } = query;
  return (
    <>
      <PageTitle
        title="Shops"
        hint="Who sends orders, with which keys, and which addresses are told what happens to them."
      >
        <AddShop />
        <RefreshButton />
      </PageTitle>
      <div className="px-6 max-md:px-4">
        {delivery && <Delivery key={delivery.id} delivery={delivery} query={query} />}
        <div className="grid grid-cols-1 gap-4 pb-8">
          {shops.length === 0 && (
            <EmptyState text="No data available in table">Add a shop: with its key it sends orders.</EmptyState>
          )}
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
        <Section title="Last deliveries">
          <Deliveries {...log} query={query} />
        </Section>
      </div>
    </>
  );
}
