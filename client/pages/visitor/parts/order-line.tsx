import { routes } from '@shared/routes';

export type Named = { order: { order_id: number; full_name: string } };

/** A page about an order: the way back to the order's page, its heading, and which order it is. */
export function OrderHeading({ order, encodedId, children }: Named & { encodedId: string; children: string }) {
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
      <h1 className="mt-4 text-3xl font-bold">{children}</h1>
      <OrderName order={order} />
    </>
  );
}

/** The number and the traveller of an order, below a heading; neither is translated. */
export function OrderName({ order }: Named) {
  return (
    <p className="mt-1 text-ink-soft">
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
