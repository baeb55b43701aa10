import { buttonClass } from '@/components/button';
import { type Named, OrderName } from '@/pages/visitor/parts/order-line';
import { usePage } from '@inertiajs/react';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

type InAppProps = Named & {
  inApp: NonNullable<Pages['visitor/download']['inApp']>;
  encodedId: string;
  hasPicture: boolean;
};

/**
 * In place of the button to the file, in the browser of an app: it would save nothing there. How to get to the phone's browser,
 * and the card by mail once more (docs/visitors.md#visitors).
 */
export function InAppCard({ inApp: { app, opens, link }, encodedId, order, hasPicture }: InAppProps) {
  const { csrf } = usePage<SharedProps>().props;
  return (
    <>
      <h1 className="text-3xl font-bold">Your card is ready</h1>
      <OrderName order={order} />
      <p className="mt-4">
        <span translate="no">{app}</span> can’t save files. {hasPicture && 'You see your card below. '}To save it, open
        this page in the browser of your phone, and enter your order id and email there.
      </p>
      {opens === null ? (
        <p className="mt-4">
          Tap the sign with three dots or an arrow, at the top or the bottom of this screen, and choose “Open in
          browser” or “Open in Safari”. Or copy the link.
        </p>
      ) : (
        <a href={opens} className={buttonClass('brand', 'mt-6 w-full md:w-fit md:px-8')}>
          Open in your browser
        </a>
      )}
      <p className="mt-4 rounded-md border border-line-strong p-4">
        <span translate="no" className="select-all wrap-anywhere">
          {link}
        </span>
        <button type="button" data-copy={link} hidden className={buttonClass('secondary', 'mt-3 w-full')}>
          Copy link
        </button>
        <span data-copied hidden className="mt-2 block font-semibold">
          Copied. Now open your browser and paste it there.
        </span>
      </p>
      <form method="post" action={routes.api.sendCardAgain} className="mt-4">
        <input type="hidden" name="_csrf" value={csrf} />
        <input type="hidden" name="orderId" value={encodedId} />
        <button type="submit" className={buttonClass('secondary', 'w-full aria-busy:opacity-60 md:w-fit md:px-8')}>
          Send it to my email again
        </button>
      </form>
    </>
  );
}
