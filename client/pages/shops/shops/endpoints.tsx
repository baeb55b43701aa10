import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { Minute } from '@/components/time';
import type { MadeSecret } from '@/pages/shops/shops/secret';
import { SendAllAgain } from '@/pages/shops/shops/send-all-again';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { sayOutcome, write } from '@/writes/write';
import type { NewEndpoint, ShopEndpoint, ShopEntry } from '@shared/answers/shops';
import { earlierSecretHours, waitingShown } from '@shared/limits';
import { routes } from '@shared/routes';

type EndpointsProps = { shop: ShopEntry; onMade: (secret: MadeSecret) => void };

/** Where a shop is told of its orders. `onMade` gets a renewed secret. */
export function Endpoints({ shop: { name, endpoints }, onMade }: EndpointsProps) {
  return (
    <div>
      <h3 className="mb-2 font-medium text-ink-soft">Webhook endpoints</h3>
      {endpoints.length === 0 ? (
        <p className="text-ink-faint">No address is told what happens to the orders of this shop.</p>
      ) : (
        <ul aria-label={`Webhook endpoints of ${name}`}>
          {endpoints.map((endpoint) => (
            <Endpoint key={endpoint.id} {...{ name, endpoint, onMade }} />
          ))}
        </ul>
      )}
    </div>
  );
}

type EndpointProps = Pick<EndpointsProps, 'onMade'> & { name: string; endpoint: ShopEndpoint };

function Endpoint({ name, endpoint, onMade }: EndpointProps) {
  const { id, url, create_ts: added } = endpoint;
  const confirm = useConfirm();

  async function onRenew() {
    const text = `Make a new secret for ${url}? The current secret keeps working for ${earlierSecretHours} hours; any older one stops now.`;
    if (!(await confirm({ text }))) return;
    const body = { endpointId: id };
    const outcome = await queued<NewEndpoint>({ method: 'post', path: routes.api.renewSecret, body });
    const hint = `The shop checks the signatures of ${url} with it. It is not shown again.`;
    if (outcome.done && outcome.data) onMade({ label: `New secret of ${url}`, hint, secret: outcome.data.secret });
    else void sayOutcome(outcome);
    void readAgain();
  }

  async function onRemove() {
    const text = `Remove ${url}? ${name} is told nothing more there, and what waits is given up.`;
    if (await confirm({ text, dangerous: true }))
      await write({ method: 'post', path: routes.api.removeEndpoint, body: { endpointId: id } });
  }

  return (
    <li className="border-t border-line py-2">
      <div className="flex items-center gap-x-1 max-sm:flex-wrap">
        <div className="min-w-0 grow">
          <p translate="no" className="font-medium wrap-anywhere">
            {url}
          </p>
          <p className="text-sm text-ink-faint">
            Added <Minute at={added} />, <EndpointState {...endpoint} />
          </p>
        </div>
        <Button
          tone="quiet"
          className="max-sm:-ml-(--control-pad)"
          aria-label={`New secret of ${url}`}
          onClick={() => void onRenew()}
        >
          New secret
        </Button>
        <Button
          tone="danger-quiet"
          className="-mr-(--control-pad)"
          aria-label={`Remove ${url}`}
          onClick={() => void onRemove()}
        >
          Remove
        </Button>
      </div>
      <SendAllAgain endpoint={endpoint} />
    </li>
  );
}

function EndpointState({ waiting, resume_at: resumes, earlier_until: until }: ShopEndpoint) {
  const count = waiting < waitingShown ? waiting : `${waitingShown} or more`;
  return (
    <>
      {resumes && <span className="tag tone-rose">Doesn’t answer</span>}{' '}
      {waiting > 0 ? `${count} waiting` : !resumes && 'nothing waits'}
      {until && (
        <>
          , two secrets until <Minute at={until} />
        </>
      )}
    </>
  );
}
