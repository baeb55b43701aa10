import { buttonClass } from '@/components/button';
import { ErrorSummary } from '@/components/error-summary';
import { DetailsField } from '@/pages/visitor/details/field';
import { NothingAsked } from '@/pages/visitor/details/nothing-asked';
import { noticeOf, problemsOf } from '@/pages/visitor/parts/messages';
import { Notice } from '@/pages/visitor/parts/notice';
import { OrderHeading } from '@/pages/visitor/parts/order-line';
import { Support } from '@/pages/visitor/parts/support';
import { Head, usePage } from '@inertiajs/react';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** Where a customer corrects exactly what is missing or wrong (docs/visitors.md#correct-your-details). */
export default function Details({ order, encodedId, version, fields, typed, ...standing }: Pages['visitor/details']) {
  const { props, flash } = usePage<SharedProps>();
  const errors = problemsOf(props.errors, flash, fields[0]?.name ?? 'form');
  const isKept = Object.keys(typed).length > 0;
  return (
    <div className="max-w-[640px]">
      <Head title="Correct your details" />
      <ErrorSummary errors={errors} />
      <Notice text={noticeOf(flash)} />
      <OrderHeading order={order} encodedId={encodedId}>
        Correct your details
      </OrderHeading>
      {fields.length === 0 ? (
        <NothingAsked encodedId={encodedId} {...standing} />
      ) : (
        <>
          <p className="mt-4">
            Something is missing on your order, or may be wrong. What you do not know yet you can leave empty.
          </p>
          {isKept && (
            <p className="mt-4">
              What you typed is in the fields again. It is not sent yet: please look at it, and send it.
            </p>
          )}
          <form method="post" action={routes.api.correctOrder} noValidate className="mt-8 grid gap-8">
            <input type="hidden" name="_csrf" value={props.csrf} />
            <input type="hidden" name="orderId" value={encodedId} />
            <input type="hidden" name="version" value={version} />
            {fields.map((field) => (
              <DetailsField key={field.name} field={field} typed={typed[field.name]} error={errors[field.name]} />
            ))}
            <button type="submit" className={buttonClass('brand', 'w-full aria-busy:opacity-60 md:w-fit md:px-8')}>
              SEND
            </button>
          </form>
          <p className="mt-8">If all of it is right as it is, please tell us: answer our email, or contact support.</p>
        </>
      )}
      <Support brand={props.brand} />
    </div>
  );
}
