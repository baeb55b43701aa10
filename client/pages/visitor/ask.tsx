import { buttonClass } from '@/components/button';
import { ErrorSummary } from '@/components/error-summary';
import { TextArea } from '@/components/field';
import { noticeOf, problemsOf } from '@/pages/visitor/parts/messages';
import { Notice } from '@/pages/visitor/parts/notice';
import { OrderHeading } from '@/pages/visitor/parts/order-line';
import { Support } from '@/pages/visitor/parts/support';
import { Head, usePage } from '@inertiajs/react';
import { plainDay, plainTime } from '@shared/dates';
import { requestLength } from '@shared/limits';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

type Words = { title: string; intro: string; label: string; hint: string; becomes: string };

const words: Record<Pages['visitor/ask']['kind'], Words> = {
  card: {
    title: 'Something is wrong on my card',
    intro: 'Tell us what is wrong and how it should be.',
    label: 'What is wrong?',
    hint: 'For example a name, a passport number or a date',
    becomes:
      'A member of our team reads your message. Your card stays as it is until then. If we make a new card, we send it to you by email.',
  },
  flight: {
    title: 'My flight changed',
    intro: 'Tell us the new flight and the new day of arrival.',
    label: 'What has changed?',
    hint: 'The new flight number and the new day of arrival in Malaysia',
    becomes:
      'A member of our team reads your message. Your order stays as it is until then. If you need a new card, we send it to you by email.',
  },
};

/** Where a customer writes what is wrong on the card, or that the flight changed (docs/visitors.md#requests). */
export default function Ask({ order, encodedId, kind, asked }: Pages['visitor/ask']) {
  const { props, flash } = usePage<SharedProps>();
  const { title, intro, label, hint, becomes } = words[kind];
  const errors = problemsOf(props.errors, flash, 'text');
  const sent = noticeOf(flash);
  return (
    <div className="max-w-[640px]">
      <Head title={title} />
      <ErrorSummary errors={errors} />
      <Notice text={sent} />
      <OrderHeading order={order} encodedId={encodedId}>
        {title}
      </OrderHeading>
      {kind === 'flight' && (
        <p className="mt-4">
          We have: arrival in Malaysia on {plainDay(order.doa)} {order.doa.slice(0, 4)}
          {order.flight && (
            <>
              , flight <span translate="no">{order.flight}</span>
            </>
          )}
          .
        </p>
      )}
      <p className="mt-4">
        {intro} {becomes}
      </p>
      <form method="post" action={routes.api.orderRequest} noValidate className="mt-8 grid gap-6">
        <input type="hidden" name="_csrf" value={props.csrf} />
        <input type="hidden" name="orderId" value={encodedId} />
        <input type="hidden" name="kind" value={kind} />
        <TextArea
          name="text"
          label={label}
          hint={hint}
          error={errors.text}
          rows={5}
          maxLength={requestLength}
          data-keep={sent ? 'sent' : 'typed'}
        />
        <button type="submit" className={buttonClass('brand', 'w-full aria-busy:opacity-60 md:w-fit md:px-8')}>
          SEND
        </button>
      </form>
      {asked.length > 0 && <Asked asked={asked} />}
      <Support brand={props.brand} />
    </div>
  );
}

function Asked({ asked }: Pick<Pages['visitor/ask'], 'asked'>) {
  return (
    <section aria-labelledby="asked-title" className="mt-10">
      <h2 id="asked-title" className="text-2xl font-bold">
        What you wrote
      </h2>
      <ol className="mt-4 grid gap-4">
        {asked.map(({ create_ts, text, handled_at }) => (
          <li key={`${create_ts} ${text}`} className="rounded-md border border-line p-4">
            <p className="text-lg text-ink-soft">{plainTime(create_ts)}</p>
            <p translate="no" dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
            <p className="mt-2 text-lg font-semibold">
              {handled_at
                ? `Our team dealt with it on ${plainTime(handled_at)}.`
                : 'We have it. Our team has not dealt with it yet.'}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
