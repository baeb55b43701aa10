import { Button, buttonClass } from '@/components/button';
import { Time } from '@/components/time';
import { useCan } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { Panel } from '@/pages/desk/order/panel';
import { Amend } from '@/pages/desk/order/amend';
import { RequestText, waitingRequests } from '@/pages/desk/order/request-text';
import { goToQuestion } from '@/pages/desk/order/ask-customer';
import { whyNoMail } from '@/pages/desk/order/why-no-mail';
import { formatUtc } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { requestRows } from '@shared/request-kinds';
import { routes } from '@shared/routes';

/** What the customer asks for and nobody has handled yet; handled requests are in the timeline. */
export function Requests({ order, open, drafts }: Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'>) {
  const { running, run } = useWrite();
  const can = useCan();
  const waiting = waitingRequests(order);
  const mayAnswer = open && can('mail.send') && !whyNoMail(order);
  if (waiting.length === 0) return null;

  const handle = (id: number) =>
    void run(String(id), { method: 'put', path: routes.api.handleRequest, body: { requestId: id } });

  return (
    <Panel title="The customer asks">
      <ul className="grid gap-3">
        {waiting.map((request) => (
          <li key={request.id} className="rounded-md bg-caution-soft px-3 py-2">
            <RequestText request={request} />
            <p className="mt-1 text-sm text-ink-soft">
              <Time at={request.create_ts} format={formatUtc} />
            </p>
            <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2">
              {mayAnswer && <Button onClick={goToQuestion}>Answer</Button>}
              <AmendFor {...{ request, order, open, drafts }} />
              {open && can('requests.handle') && (
                <Button busy={running === String(request.id)} onClick={() => handle(request.id)}>
                  Handled
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type AmendForProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'> & {
  request: Pages['desk/order']['order']['requests'][number];
};

/** Amends what a request is about, with its words in view; nothing for one that changes no fact. */
function AmendFor({ request, ...amending }: AmendForProps) {
  const { amends } = requestRows[request.kind];
  if (!amends) return null;
  return (
    <Amend
      {...amending}
      sections={amends}
      reads={
        <div className="mb-4 rounded-md bg-caution-soft px-3 py-2">
          <RequestText request={request} />
        </div>
      }
      label="Amend"
      className={buttonClass()}
    />
  );
}
