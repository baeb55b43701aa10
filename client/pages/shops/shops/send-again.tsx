import { useWrite } from '@/hooks/use-write';
import type { DeliveryEntry } from '@shared/answers/shops';
import { routes } from '@shared/routes';

/** Sends a delivery again, under the same id. */
export function SendAgain({ delivery: { id, order_id: orderId } }: { delivery: DeliveryEntry }) {
  const { running, run } = useWrite();
  return (
    <button
      type="button"
      aria-label={`Send again delivery ${id} of order ${orderId}`}
      aria-disabled={running ? true : undefined}
      onClick={() => void run('again', { method: 'post', path: routes.api.sendWebhookAgain, body: { deliveryId: id } })}
      className="row-action"
    >
      Send again
    </button>
  );
}
