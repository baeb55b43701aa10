import { Button } from '@/components/button';
import { Time } from '@/components/time';
import { useCan } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { Panel } from '@/pages/desk/order/panel';
import { formatUtc } from '@shared/dates';
import type { OrderWithHistories } from '@shared/answers/desk';
import { requestRows } from '@shared/request-kinds';
import { routes } from '@shared/routes';

/** What the customer asks for and nobody has handled yet; handled requests stand in the timeline. */
export function Requests({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, run } = useWrite();
  const can = useCan();
  const waiting = order.requests.filter(({ handled_at }) => handled_at === null);
  if (waiting.length === 0) return null;

  return (
    <Panel title="The customer asks">
      <ul className="grid gap-3">
        {waiting.map(({ id, kind, text, create_ts }) => (
          <li key={id} className="rounded-md bg-caution-soft px-3 py-2">
            <p className="font-medium text-caution">{requestRows[kind].heading}</p>
            {text && (
              <p dir="auto" className="mt-1 whitespace-pre-line break-words">
                {text}
              </p>
            )}
            <p className="mt-1 text-sm text-ink-soft">
              <Time at={create_ts} format={formatUtc} />
            </p>
            {open && can('requests.handle') && (
              <Button
                busy={running === String(id)}
                onClick={() =>
                  void run(String(id), { method: 'put', path: routes.api.handleRequest, body: { requestId: id } })
                }
                className="mt-2 w-full"
              >
                Handled
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
