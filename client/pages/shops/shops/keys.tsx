import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { Minute } from '@/components/time';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { sayOutcome, write } from '@/writes/write';
import type { NewShopKey, ShopEntry, ShopKey } from '@shared/answers/shops';
import { routes } from '@shared/routes';
import { useState } from 'react';

/** The button that makes a key of a shop. `onMade` gets the key. */
export function MakeKey({ shop: { id, name }, onMade }: { shop: ShopEntry; onMade: (key: string) => void }) {
  const [busy, setBusy] = useState(false);

  async function onMake() {
    setBusy(true);
    const outcome = await queued<NewShopKey>({ method: 'post', path: routes.api.makeShopKey, body: { shopId: id } });
    setBusy(false);
    if (outcome.done && outcome.data) onMade(outcome.data.key);
    else void sayOutcome(outcome);
    void readAgain();
  }

  return (
    <Button aria-label={`New key of ${name}`} busy={busy} onClick={() => void onMake()}>
      New key
    </Button>
  );
}

/** The keys that a shop sends orders with. */
export function Keys({ shop: { name, settings_key: hasSettingsKey, keys } }: { shop: ShopEntry }) {
  return (
    <div>
      <h3 className="mb-2 font-medium text-ink-soft">Keys</h3>
      {keys.length === 0 && !hasSettingsKey ? (
        <p className="text-ink-faint">Without a key the shop can send nothing.</p>
      ) : (
        <ul aria-label={`Keys of ${name}`}>
          {hasSettingsKey && (
            <li className="border-t border-line py-2">
              <p className="font-medium">INTAKE_KEY</p>
              <p className="text-sm text-ink-faint">The key of this setting is of this shop, too.</p>
            </li>
          )}
          {keys.map((key) => (
            <Key key={key.id} {...{ name, shopKey: key }} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Key({ name, shopKey }: { name: string; shopKey: ShopKey }) {
  const { id, create_ts: made, last_used_at: used, revoked_at: revoked } = shopKey;
  const confirm = useConfirm();

  async function onRevoke() {
    const text = `Revoke key ${id} of ${name}? Calls with it are refused at once.`;
    if (await confirm({ text, dangerous: true }))
      await write({ method: 'post', path: routes.api.revokeShopKey, body: { keyId: id } });
  }

  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 grow">
        <p className="font-medium">Key {id}</p>
        <p className="text-sm text-ink-faint">
          Made <Minute at={made} />,{' '}
          {used ? (
            <>
              last used <Minute at={used} />, to the hour
            </>
          ) : (
            'no use on record'
          )}
        </p>
      </div>
      {revoked ? (
        <span className="tag tone-neutral">Revoked</span>
      ) : (
        <Button
          tone="danger-quiet"
          className="-mr-(--control-pad)"
          aria-label={`Revoke key ${id}`}
          onClick={() => void onRevoke()}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}
