import { Button } from '@/components/button';
import { useLastProvider } from '@/hooks/last-provider';
import { useSettings } from '@/hooks/use-settings';
import { useWrite } from '@/hooks/use-write';
import { foundCards, maySend, useMainStep } from '@/pages/desk/order/main-step';
import { Panel } from '@/pages/desk/order/panel';
import { useCardSending } from '@/pages/desk/order/use-card-sending';
import { goOnFrom } from '@/writes/next-order';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { ThreadFile } from '@shared/inbound';
import { routes } from '@shared/routes';

const tones = {
  agrees: 'bg-good-soft text-good',
  unreadable: 'bg-caution-soft text-caution',
  differs: 'bg-danger-soft text-danger',
};

/** Cards that came from the authority and that may be sent: one click sends one and completes the order. */
export function FoundCards({ order }: { order: OrderWithHistories }) {
  const { running, run } = useWrite();
  const provider = useLastProvider();
  const sendCard = useCardSending(order);
  const { goOn, keys } = useSettings();
  const { main } = useMainStep(order);
  const found = foundCards(order).filter((file) => maySend(file, order));
  if (found.length === 0) return null;

  const complete = order.allowed_moves.includes('Completed');
  async function onSend({ id }: ThreadFile) {
    const body = {
      fileId: id,
      orderId: order.encoded_id,
      email: order.contact_email_address,
      mailServiceProvider: provider,
      ...(complete && { complete, status: order.process_status }),
    };
    const outcome = await sendCard((seen) =>
      run(String(id), { method: 'post', path: routes.api.sendFoundCard, body: { ...body, ...seen } }),
    );
    if (outcome.done && complete && goOn) void goOnFrom(order, keys);
  }

  return (
    <Panel title="Card found, not sent yet">
      <ul className="grid gap-3">
        {found.map((file) => (
          <li key={file.id} className="grid gap-2">
            <a href={routes.inboundFile(file.id)} className="font-medium text-accent wrap-anywhere hover:underline">
              {file.name}
            </a>
            <p className={`rounded-md px-3 py-2 text-sm ${tones[file.verdict ?? 'unreadable']}`}>{file.verdict_note}</p>
            <Button
              tone={main === 'found card' && file === found[0] ? 'primary' : 'secondary'}
              title={`Mails the card by ${provider}${complete ? ' and moves the order to Completed' : ''}`}
              busy={running === String(file.id)}
              onClick={() => void onSend(file)}
            >
              {complete ? 'Send and complete' : `Send by ${provider}`}
              <span className="sr-only"> {file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
