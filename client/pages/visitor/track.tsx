import { buttonClass } from '@/components/button';
import { ErrorSummary } from '@/components/error-summary';
import { Field } from '@/components/field';
import { noticeOf, problemsOf } from '@/pages/visitor/parts/messages';
import { Notice } from '@/pages/visitor/parts/notice';
import { Head, usePage } from '@inertiajs/react';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** Where a customer finds an order by its id and email (docs/visitors.md#visitors): a plain form that needs no script. */
export default function Track({ orderId, to }: Pages['visitor/track']) {
  const { props, flash } = usePage<SharedProps>();
  const { brand, csrf } = props;
  const errors = problemsOf(props.errors, flash, 'orderId');
  const notice = noticeOf(flash);
  return (
    <div className="max-w-[640px]">
      <Head title="Track Order" />
      <ErrorSummary errors={errors} />
      <Notice text={notice} />
      <h1 className="text-3xl font-bold">Download your Malaysia Digital Arrival Card</h1>
      <p className="mt-4 text-ink-soft">Enter these two details to see your order and to download your card.</p>

      <form method="post" action={routes.api.track} noValidate className="mt-8 grid gap-6">
        <input type="hidden" name="_csrf" value={csrf} />
        {to && <input type="hidden" name="to" value={to} />}
        <Field
          name="orderId"
          label="Order ID"
          hint="The number in our emails, for example 123456"
          error={errors.orderId}
          defaultValue={orderId}
          autoComplete="off"
          inputMode="numeric"
          translate="no"
          className="[&_input]:max-w-56"
        />
        <Field
          name="email"
          label="Email ID"
          hint="The email address you gave us with your order"
          error={errors.email}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
        />
        <button type="submit" className={buttonClass('brand', 'mt-2 w-full aria-busy:opacity-60 md:w-fit md:px-8')}>
          TRACK ORDER
        </button>
      </form>

      <LostNumber error={errors.address} csrf={csrf} />

      <p className="mt-6">
        Can’t find your order?{' '}
        <a
          href={brand?.contact.href}
          className="font-semibold whitespace-nowrap text-brand underline underline-offset-2"
        >
          Contact Support
        </a>
      </p>
    </div>
  );
}

/** Mails the order numbers of an address to it. Open from the start when what was typed is wrong. */
function LostNumber({ error, csrf }: { error: string | undefined; csrf: string }) {
  return (
    <details open={error !== undefined} className="mt-10 border-t border-line pt-4">
      <summary className="flex min-h-control cursor-pointer items-center font-semibold text-brand underline underline-offset-2">
        Lost your order number?
      </summary>
      <form method="post" action={routes.api.lostNumber} noValidate className="mt-4 grid gap-6">
        <input type="hidden" name="_csrf" value={csrf} />
        <Field
          name="address"
          label="Email address of your order"
          hint="We send the numbers of all orders with this address to it, and to nobody else"
          error={error}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
        />
        <button type="submit" className={buttonClass('secondary', 'w-full aria-busy:opacity-60 md:w-fit md:px-8')}>
          SEND MY ORDER NUMBERS
        </button>
      </form>
    </details>
  );
}
