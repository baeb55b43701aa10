import { routes } from '@shared/routes';

type Named = { order: { order_id: number; full_name: string } };

/** Which order a page is about, with the way back to its page. */
export function OrderLine({ order, encodedId }: Named & { encodedId: string }) {
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
      <OrderName order={order} className="mt-4" />
    </>
  );
}

/** The number and the traveller of an order; neither is translated. */
export function OrderName({ order, className = '' }: Named & { className?: string }) {
  return (
    <p className={`${className} text-ink-soft`.trim()}>
      Order{' '}
      <span translate="no" className="font-semibold text-ink">
        {order.order_id}
      </span>
      {' for '}
      <span translate="no" className="font-semibold text-ink wrap-anywhere" dir="auto">
        {order.full_name}
      </span>
    </p>
  );
}
