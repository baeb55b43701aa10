import { ErrorSummary } from '@/components/error-summary';
import { noticeOf, problemsOf } from '@/pages/visitor/parts/messages';
import { KnownFacts, Own } from '@/pages/visitor/parts/known-facts';
import { givenBack } from '@/pages/visitor/parts/given-back';
import { RefundPolicy } from '@/pages/visitor/parts/refund-policy';
import { Notice } from '@/pages/visitor/parts/notice';
import { OrderHeading } from '@/pages/visitor/parts/order-line';
import { Support } from '@/pages/visitor/parts/support';
import { Refund } from '@/pages/visitor/charge/refund';
import { Head, usePage } from '@inertiajs/react';
import { plainDay, plainTime } from '@shared/dates';
import type { Pages, SharedProps } from '@shared/pages';

/** What was bought, when and with which card, for a customer who does not recognise the charge (docs/visitors.md#requests). */
export default function Charge({ order, encodedId, charge, downloads, ...money }: Pages['visitor/charge']) {
  const { props, flash } = usePage<SharedProps>();
  const { brand } = props;
  return (
    <div className="max-w-[640px]">
      <Head title="What this charge is for" />
      <ErrorSummary errors={problemsOf(props.errors, flash, 'refund')} />
      <Notice text={noticeOf(flash)} />
      <OrderHeading order={order} encodedId={encodedId}>
        What this charge is for
      </OrderHeading>
      <p className="mt-4">
        Please compare this with your card statement. If somebody in your family or your company may have ordered with
        your card, please ask them too.
      </p>
      <KnownFacts
        of={{
          'What was bought': `Malaysia Digital Arrival Card service, ${order.service}`,
          'Sold by': brand && <Own>{brand.seller.name}</Own>,
          // an order that was paid before it reached us was placed at a time that nobody told
          'Order placed': charge.paid_at && charge.paid_at < order.create_ts ? null : plainTime(order.create_ts),
          'For the traveller': <Own>{order.full_name}</Own>,
          'Arrival in Malaysia': `${plainDay(order.doa)} ${order.doa.slice(0, 4)}`,
          Amount: charge.amount && <Own>{charge.amount}</Own>,
          Paid: plainTime(charge.paid_at) || (charge.paid ? 'Yes' : null),
          'Card used': charge.card && <Own>{charge.card}</Own>,
          'On your card statement': charge.statement && <Own>{charge.statement}</Own>,
          ...givenBack(charge),
          'The card was downloaded': downloads && timesOf(downloads),
        }}
      />
      <p className="mt-4">
        <Own>{brand?.seller.name}</Own> is a private company and sells this service as a third party. It is not part of
        any government.
      </p>
      <RefundPolicy brand={brand} />
      <Refund encodedId={encodedId} {...money} />
      <Support brand={brand} />
    </div>
  );
}

function timesOf({ times, last }: { times: number; last: string }): string {
  return times === 1 ? plainTime(last) : `${times} times, the last time on ${plainTime(last)}`;
}
