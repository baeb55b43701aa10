import { routes } from '@shared/routes';

/** Which order a page is about, with the way back to its page. */
export function OrderLine({ order, encodedId }: { order: { order_id: number; full_name: string }; encodedId: string }) {
  return (
    <>
      <p>
        <a
          href={routes.download(encodedId)}
          className="inline-block py-2 font-semibold text-brand underline underline-offset-2"
        >
          Back to your order
        </a>
      </p>
      <p className="mt-4 text-ink-soft">
        Order{' '}
        <span translate="no" className="font-semibold text-ink">
          {order.order_id}
        </span>
        {' for '}
        <span translate="no" className="font-semibold text-ink wrap-anywhere" dir="auto">
          {order.full_name}
        </span>
      </p>
    </>
  );
}
