import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { type Column, DataTable } from '@/components/data-table';
import { Field } from '@/components/field';
import { Minute } from '@/components/time';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { SendAllAgain } from '@/pages/shops/shops/send-all-again';
import { Secret } from '@/pages/shops/shops/secret';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { sayOutcome, write } from '@/writes/write';
import type { NewEndpoint, ShopEndpoint, ShopEntry } from '@shared/answers/shops';
import { earlierSecretHours, waitingShown } from '@shared/limits';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** Where a shop is told of its orders. */
export function Endpoints({ shop: { id: shopId, name, endpoints } }: { shop: ShopEntry }) {
  const confirm = useConfirm();
  const [renewed, setRenewed] = useState<NewEndpoint & { url: string }>();

  async function onRenew({ id, url }: ShopEndpoint) {
    const text = `Make a new secret for ${url}? The current secret keeps working for ${earlierSecretHours} hours; any older one stops now.`;
    if (!(await confirm({ text }))) return;
    const body = { endpointId: id };
    const outcome = await queued<NewEndpoint>({ method: 'post', path: routes.api.renewSecret, body });
    if (outcome.done && outcome.data) setRenewed({ ...outcome.data, url });
    else void sayOutcome(outcome);
    void readAgain();
  }

  async function onRemove({ id, url }: ShopEndpoint) {
    const text = `Remove ${url}? ${name} is told nothing more there, and what waits is given up.`;
    if (await confirm({ text, dangerous: true }))
      await write({ method: 'post', path: routes.api.removeEndpoint, body: { endpointId: id } });
  }

  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <h3 className="font-semibold">Webhook endpoints</h3>
      {endpoints.length > 0 && (
        <DataTable
          caption={`Webhook endpoints of ${name}`}
          columns={endpointColumns(
            (endpoint) => void onRenew(endpoint),
            (endpoint) => void onRemove(endpoint),
          )}
          rows={endpoints}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
      {endpoints.map((endpoint) => (
        <SendAllAgain key={endpoint.id} endpoint={endpoint} />
      ))}
      {renewed && (
        <Secret
          label={`New secret of ${renewed.url}`}
          hint={`The shop checks the signatures of ${renewed.url} with it. It is not shown again.`}
          secret={renewed.secret}
          onKept={() => setRenewed(undefined)}
        />
      )}
      <AddEndpoint shopId={shopId} name={name} />
    </div>
  );
}

function endpointColumns(
  onRenew: (endpoint: ShopEndpoint) => void,
  onRemove: (endpoint: ShopEndpoint) => void,
): Column<ShopEndpoint>[] {
  return [
    {
      key: 'url',
      title: 'Address',
      width: 'w-96 max-[1420px]:w-80',
      cell: ({ url }) => (
        <span title={url} translate="no">
          {url}
        </span>
      ),
    },
    { key: 'added', title: 'Added', width: 'w-46', drop: 960, cell: ({ create_ts: at }) => <Minute at={at} /> },
    { key: 'state', title: 'State', width: 'w-32', cell: (endpoint) => <EndpointState {...endpoint} /> },
    {
      key: 'action',
      title: 'Action',
      width: 'w-44',
      kind: 'actions',
      cell: (endpoint) => (
        <span className="row-actions">
          <button
            type="button"
            aria-label={`New secret of ${endpoint.url}`}
            onClick={() => onRenew(endpoint)}
            className="row-action"
          >
            New secret
          </button>
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

function EndpointState({ waiting, resume_at: resumes, earlier_until: until }: ShopEndpoint) {
  const count = waiting < waitingShown ? waiting : `${waitingShown} or more`;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {resumes && <span className="tag tone-rose">Doesn’t answer</span>}
      {waiting > 0 ? `${count} waiting` : !resumes && <span className="text-ink-faint">Nothing waits</span>}
      {until && (
        <span>
          Two secrets until <Minute at={until} />
        </span>
      )}
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
