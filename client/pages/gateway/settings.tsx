import { Button } from '@/components/button';
import { Field } from '@/components/field';
import { PageTitle } from '@/components/page-title';
import { useCan } from '@/hooks/use-can';
import { useCheckedForm } from '@/hooks/use-checked-form';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

/** The gateway of new payments; members who may not change it only see it (docs/screens.md#screens). */
export default function Settings({ gateways }: Pages['gateway/settings']) {
  const active = gateways.find(({ is_active }) => is_active === '1');
  const can = useCan();
  const maySet = can('gateway.set');
  const form = useCheckedForm(async () => (await import('@shared/gateway')).setGateway, {
    gatewayId: active?.encoded_id ?? '',
  });

  function onSave(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.setGateway);
  }

  return (
    <>
      <PageTitle
        title="Change Gateway"
        hint={
          maySet ? 'New payments go through the gateway chosen here.' : 'Only Admin and Manager can change the gateway.'
        }
      />
      <form id={form.id} noValidate onSubmit={onSave} className="grid max-w-sm gap-4 px-6 max-md:px-4">
        <fieldset aria-describedby={form.errors.gatewayId ? 'gateway-error' : undefined}>
          <legend className="mb-1 font-medium">Payment gateway</legend>
          <div className="divide-y divide-line overflow-hidden rounded-md border border-line-strong">
            {gateways.map(({ encoded_id, gateway_name, is_active }) => (
              <label
                key={encoded_id}
                className="flex min-h-11 items-center gap-3 px-3 has-checked:bg-accent-soft has-enabled:cursor-pointer has-enabled:hover:bg-canvas has-enabled:has-checked:hover:bg-accent-soft"
              >
                <input
                  type="radio"
                  name="gatewayId"
                  value={encoded_id}
                  checked={form.data.gatewayId === encoded_id}
                  disabled={!maySet}
                  onChange={() => form.setData('gatewayId', encoded_id)}
                  className="size-4 accent-accent"
                />
                <span className="font-medium">{gateway_name}</span>
                {is_active === '1' && <span className="tag tone-green ml-auto">Active</span>}
              </label>
            ))}
          </div>
        </fieldset>
        {form.errors.gatewayId && (
          <p id="gateway-error" className="font-medium text-danger">
            {form.errors.gatewayId}
          </p>
        )}
        {maySet && (
          <Button type="submit" tone="primary" busy={form.busy} className="justify-self-start">
            Change Gateway
          </Button>
        )}
      </form>
      {can('gateway.secrets') && <StripeAccount />}
    </>
  );
}

/** Keeps the secrets of a gateway's account at Stripe, which are never shown again (docs/disputes.md#accounts-at-stripe). */
function StripeAccount() {
  const form = useCheckedForm(async () => (await import('@shared/stripe')).keepStripeAccount, {
    name: '',
    webhookSecret: '',
    secretKey: '',
  });
  function onKeep(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.keepStripeAccount, { onDone: () => form.reset() });
  }
  return (
    <form
      id={form.id}
      noValidate
      onSubmit={onKeep}
      autoComplete="off"
      className="mt-8 grid max-w-sm gap-4 px-6 max-md:px-4"
    >
      <div>
        <h2 className="font-semibold">Account at Stripe</h2>
        <p className="text-ink-soft">
          A name that is not in the list adds a gateway. The secrets are never shown again. A field for the key that is
          empty keeps the key.
        </p>
      </div>
      <Field label="Gateway" {...form.field('name')} />
      <Field label="Signing secret" type="password" autoComplete="off" {...form.field('webhookSecret')} />
      <Field label="Secret key" type="password" autoComplete="off" {...form.field('secretKey')} />
      <Button type="submit" busy={form.busy} className="justify-self-start">
        Keep Secrets
      </Button>
    </form>
  );
}
