import { useLooking } from '@/hooks/use-looks';
import { Section } from '@/components/section';
import { Timeline } from '@/pages/desk/order/timeline';
import { Actions } from '@/pages/desk/order/actions';
import { EarlierOrders } from '@/pages/desk/order/earlier-orders';
import { MovedMeanwhile } from '@/pages/desk/order/moved-meanwhile';
import { Disputes } from '@/pages/desk/order/disputes';
import { AuthorityForm } from '@/pages/desk/order/authority-form';
import { Erased } from '@/pages/desk/order/erased';
import { Checks } from '@/pages/desk/order/checks';
import { DownloadHistory } from '@/pages/desk/order/download-history';
import { EmailHistory } from '@/pages/desk/order/email-history';
import { OldAddress } from '@/pages/desk/order/old-address';
import { MailThread } from '@/pages/desk/order/mail-thread';
import { OrderFacts } from '@/pages/desk/order/order-facts';
import { OrderHeader } from '@/pages/desk/order/order-header';
import { Remarks } from '@/pages/desk/order/remarks';
import { Head } from '@inertiajs/react';
import { ShowPassportProvider, useShownPassport } from '@/pages/desk/order/shown-passport';
import type { Pages } from '@shared/pages';

/** One order: its facts and history on the left, its actions on the right (docs/product.md#screens). */
export default function Order({
  order: read,
  open,
  earlier,
  readiness,
  visitorPath,
  drafts,
  macros,
  lookedAt,
  cases,
  policies,
  list,
  outcome,
  erased,
}: Pages['desk/order']) {
  const { order, showing } = useShownPassport(read);
  useLooking(order.encoded_id);
  return (
    <ShowPassportProvider showing={showing}>
      <MovedMeanwhile order={order} />
      <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-actions)] grid-rows-[auto_1fr] items-start max-xl:grid-cols-[minmax(0,1fr)_20rem] max-desk:grid-cols-1 max-desk:grid-rows-none print:block">
        <Head title={`Order ${order.order_id}`} />
        <div>
          <OrderHeader {...{ order, open, outcome, visitorPath, list }} />
          <Erased erased={erased} />
          <Checks order={order} open={open} />
          <OldAddress order={order} open={open} />
        </div>
        <Actions {...{ order, open, readiness, drafts, macros }} />
        <div className="px-6 max-desk:order-3 max-desk:pt-6 max-md:px-4">
          {!order.erased_at && <AuthorityForm order={order} open={open} />}
          <OrderFacts {...{ order, open, drafts, policies }} />
          {cases && <Disputes order={order} cases={cases} />}
          <EarlierOrders earlier={earlier} />
          <MailThread order={order} />
          <EmailHistory order={order} open={open} />
          <DownloadHistory order={order} open={open} />
          <Remarks remarks={order.remark} />
          <Section title="Timeline">
            <Timeline order={order} lookedAt={lookedAt} />
          </Section>
        </div>
      </div>
    </ShowPassportProvider>
  );
}
