import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { type Column, DataTable } from '@/components/data-table';
import { Minute } from '@/components/time';
import { Endpoints } from '@/pages/shops/shops/endpoints';
import { Secret } from '@/pages/shops/shops/secret';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { sayOutcome, write } from '@/writes/write';
import type { NewShopKey, ShopEntry, ShopKey } from '@shared/answers/shops';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** A shop with its keys and endpoints. */
export function Shop({ shop }: { shop: ShopEntry }) {
  return (
    <section aria-label={shop.name} className="border-t border-line py-5 first:border-t-0 first:pt-0">
      <h2 className="mb-3 text-lg font-semibold wrap-anywhere">
        <bdi>{shop.name}</bdi>
      </h2>
      <div className="grid grid-cols-1 gap-5">
        <ShopKeys shop={shop} />
        <Endpoints shop={shop} />
      </div>
    </section>
  );
}

function ShopKeys({ shop: { id: shopId, name, settings_key: hasSettingsKey, keys } }: { shop: ShopEntry }) {
  const confirm = useConfirm();
  const [made, setMade] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function onMake() {
    setBusy(true);
    const outcome = await queued<NewShopKey>({ method: 'post', path: routes.api.makeShopKey, body: { shopId } });
    setBusy(false);
    if (outcome.done) setMade(outcome.data?.key);
    else void sayOutcome(outcome);
    void readAgain();
  }

  async function onRevoke({ id }: ShopKey) {
    const text = `Revoke key ${id} of ${name}? Calls with it are refused at once.`;
    if (await confirm({ text, dangerous: true }))
      await write({ method: 'post', path: routes.api.revokeShopKey, body: { keyId: id } });
  }

  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <h3 className="font-semibold">Keys</h3>
      {hasSettingsKey && <p className="text-ink-soft">The key of the setting INTAKE_KEY is of this shop, too.</p>}
      {keys.length > 0 && (
        <DataTable
          caption={`Keys of ${name}`}
          columns={keyColumns((key) => void onRevoke(key))}
          rows={keys}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
      {keys.length === 0 && !hasSettingsKey && (
        <p className="text-ink-soft">Without a key the shop can send nothing.</p>
      )}
      {made ? (
        <Secret
          label={`New key of ${name}`}
          hint="The shop sends it as X-Intake-Key. It is not shown again."
          secret={made}
          onKept={() => setMade(undefined)}
        />
      ) : (
        <Button
          aria-label={`New key of ${name}`}
          busy={busy}
          onClick={() => void onMake()}
          className="justify-self-start"
        >
          New key
        </Button>
      )}
    </div>
  );
}

function keyColumns(onRevoke: (key: ShopKey) => void): Column<ShopKey>[] {
  return [
    { key: 'id', title: 'Key', width: 'w-14', cell: ({ id }) => id },
    { key: 'made', title: 'Made', width: 'w-46', cell: ({ create_ts: at }) => <Minute at={at} /> },
    {
      key: 'used',
      title: 'Last used',
      note: 'to the hour',
      width: 'w-44',
      cell: ({ last_used_at: at }) => (at ? <Minute at={at} /> : <span className="text-ink-faint">Not on record</span>),
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-24',
      kind: 'actions',
      cell: (key) =>
        key.revoked_at ? (
          <span className="tag tone-neutral">Revoked</span>
        ) : (
          <span className="row-actions">
            <button
              type="button"
              aria-label={`Revoke key ${key.id}`}
              onClick={() => onRevoke(key)}
              className="row-action row-danger"
            >
              Revoke
            </button>
          </span>
        ),
    },
  ];
}
