import { Button } from '@/components/button';
import { useWrite } from '@/hooks/use-write';
import type { ShopEndpoint } from '@shared/answers/shops';
import { formatUtcMinute } from '@shared/dates';
import { waitingShown } from '@shared/limits';
import { routes } from '@shared/routes';

/** Offers to send what failed at an endpoint again, once it answers. */
export function SendAllAgain({ endpoint }: { endpoint: ShopEndpoint }) {
  const { running, run } = useWrite();
  const { id: endpointId, url, failed, failed_since: since, resume_at: resumes } = endpoint;
  if (!since || resumes) return null;
  const body = { endpointId, since };
  const count = failed < waitingShown ? failed : `${waitingShown} or more`;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3 rounded-md bg-caution-soft px-3 py-2">
      <p className="wrap-anywhere">
        {count === 1 ? 'One event did' : `${count} events did`} not reach {url}.
      </p>
      <Button
        busy={Boolean(running)}
        className="text-left whitespace-normal!"
        onClick={() => void run('all', { method: 'post', path: routes.api.sendWebhooksAgain, body })}
      >
        Send all since {formatUtcMinute(since)}
      </Button>
    </div>
  );
}
