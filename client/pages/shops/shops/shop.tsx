import { AddEndpoint } from '@/pages/shops/shops/add-endpoint';
import { Endpoints } from '@/pages/shops/shops/endpoints';
import { Keys, MakeKey } from '@/pages/shops/shops/keys';
import { type MadeSecret, Secret } from '@/pages/shops/shops/secret';
import type { ShopEntry } from '@shared/answers/shops';
import { useState } from 'react';

/** A shop with its keys and endpoints. What was made new stays in sight until the Admin has kept it. */
export function Shop({ shop }: { shop: ShopEntry }) {
  const { name } = shop;
  const [made, setMade] = useState<MadeSecret[]>([]);
  const onMade = (one: MadeSecret) => setMade((before) => [one, ...before]);
  return (
    <section aria-label={name} className="grid grid-cols-1 gap-4 rounded-lg border border-line p-5 max-md:p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-semibold wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        <div className="flex gap-2">
          <MakeKey
            shop={shop}
            onMade={(secret) =>
              onMade({
                label: `New key of ${name}`,
                hint: 'The shop sends it as X-Intake-Key. It is not shown again.',
                secret,
              })
            }
          />
          <AddEndpoint
            shop={shop}
            onMade={(secret) =>
              onMade({
                label: `Secret of the new endpoint of ${name}`,
                hint: 'The shop checks the signatures with it. It is not shown again.',
                secret,
              })
            }
          />
        </div>
      </div>
      {made.map((one) => (
        <Secret key={one.secret} {...one} onKept={() => setMade(made.filter((other) => other !== one))} />
      ))}
      <div className="grid grid-cols-1 gap-x-10 gap-y-4 xl:grid-cols-2">
        <Keys shop={shop} />
        <Endpoints shop={shop} onMade={onMade} />
      </div>
    </section>
  );
}
