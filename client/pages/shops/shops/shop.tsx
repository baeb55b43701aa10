import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { type Column, DataTable } from '@/components/data-table';
import { Field } from '@/components/field';
import { Minute } from '@/components/time';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { Secret } from '@/pages/shops/shops/secret';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { sayOutcome, write } from '@/writes/write';
import type { NewEndpoint, NewShopKey, ShopEndpoint, ShopEntry, ShopKey } from '@shared/answers/shops';
import { waitingShown } from '@shared/limits';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** A shop with its keys and endpoints. */
export function Shop({ shop }: { shop: ShopEntry }) {
  return (
    <section aria-label={shop.name} className="border-t border-line py-5 first:border-t-0 first:pt-0">
      <h2 className="mb-3 text-lg font-semibold wrap-anywhere">
        <bdi>{shop.name}</bdi>
      </h2>
      <div className="grid gap-5">
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
    <div className="grid min-w-0 content-start gap-3">
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
    { key: 'made', title: 'Made', note: 'UTC', width: 'w-46', cell: ({ create_ts: at }) => <Minute at={at} /> },
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

function Endpoints({ shop: { id: shopId, name, endpoints } }: { shop: ShopEntry }) {
  const confirm = useConfirm();

  async function onRemove({ id, url }: ShopEndpoint) {
    const text = `Remove ${url}? ${name} is told nothing more there, and what waits is given up.`;
    if (await confirm({ text, dangerous: true }))
      await write({ method: 'post', path: routes.api.removeEndpoint, body: { endpointId: id } });
  }

  return (
    <div className="grid min-w-0 content-start gap-3">
      <h3 className="font-semibold">Webhook endpoints</h3>
      {endpoints.length > 0 && (
        <DataTable
          caption={`Webhook endpoints of ${name}`}
          columns={endpointColumns((endpoint) => void onRemove(endpoint))}
          rows={endpoints}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
      <AddEndpoint shopId={shopId} name={name} />
    </div>
  );
}

function endpointColumns(onRemove: (endpoint: ShopEndpoint) => void): Column<ShopEndpoint>[] {
  return [
    {
      key: 'url',
      title: 'Address',
      width: 'w-96',
      cell: ({ url }) => (
        <span title={url} translate="no">
          {url}
        </span>
      ),
    },
    { key: 'added', title: 'Added', note: 'UTC', width: 'w-46', cell: ({ create_ts: at }) => <Minute at={at} /> },
    { key: 'state', title: 'State', width: 'w-32', cell: (endpoint) => <EndpointState {...endpoint} /> },
    {
      key: 'action',
      title: 'Action',
      width: 'w-24',
      kind: 'actions',
      cell: (endpoint) => (
        <span className="row-actions">
          <button
            type="button"
            aria-label={`Remove ${endpoint.url}`}
            onClick={() => onRemove(endpoint)}
            className="row-action row-danger"
          >
            Remove
          </button>
        </span>
      ),
    },
  ];
}

function EndpointState({ waiting, resume_at: resumes }: ShopEndpoint) {
  const count = waiting < waitingShown ? waiting : `${waitingShown} or more`;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {resumes && <span className="tag tone-rose">Doesn’t answer</span>}
      {waiting > 0 ? `${count} waiting` : !resumes && <span className="text-ink-faint">Nothing waits</span>}
    </span>
  );
}

function AddEndpoint({ shopId, name }: { shopId: number; name: string }) {
  const form = useCheckedForm(async () => (await import('@shared/shops')).addEndpoint, { url: '' });
  const [secret, setSecret] = useState<string>();

  function onAdd(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.addEndpoint, {
      also: { shopId },
      by: async (body) => {
        const outcome = await queued<NewEndpoint>({ method: 'post', path: routes.api.addEndpoint, body });
        if (outcome.done) setSecret(outcome.data?.secret);
        else if (!outcome.errors) void sayOutcome(outcome);
        void readAgain();
        return outcome;
      },
      onDone: (sent) => form.clearSent(sent),
    });
  }

  if (secret)
    return (
      <Secret
        label={`Secret of the new endpoint of ${name}`}
        hint="The shop checks the signatures with it. It is not shown again."
        secret={secret}
        onKept={() => setSecret(undefined)}
      />
    );
  return (
    <form id={form.id} noValidate onSubmit={onAdd} autoComplete="off" className="flex flex-wrap items-end gap-3">
      <Field
        label="New address"
        placeholder="https://"
        inputMode="url"
        {...form.field('url')}
        id={`url-of-${shopId}`}
        className="w-80 max-sm:w-full"
      />
      <Button type="submit" aria-label={`Add endpoint of ${name}`} busy={form.busy}>
        Add endpoint
      </Button>
    </form>
  );
}
