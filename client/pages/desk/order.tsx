import { useLooking } from '@/hooks/use-looks';
import { Part } from '@/components/part';
import { Section } from '@/components/section';
import { Timeline } from '@/pages/desk/order/timeline';
import { Actions } from '@/pages/desk/order/actions';
import { Attention } from '@/pages/desk/order/attention';
import { EarlierOrders } from '@/pages/desk/order/earlier-orders';
import { Disputes } from '@/pages/desk/order/disputes';
import { DownloadHistory } from '@/pages/desk/order/download-history';
import { EmailHistory } from '@/pages/desk/order/email-history';
import { Jumps } from '@/pages/desk/order/jumps';
import { MailThread } from '@/pages/desk/order/mail-thread';
import { OrderFacts } from '@/pages/desk/order/order-facts';
import { OrderHeader } from '@/pages/desk/order/order-header';
import { useSettledVersion, WhatHappened } from '@/pages/desk/order/what-happened';
import { useSeenCard } from '@/pages/desk/order/use-card-sending';
import { MacrosProvider } from '@/pages/desk/order/use-macros';
import { RegistrationChecks } from '@/pages/desk/order/registration-checks';
import { Remarks } from '@/pages/desk/order/remarks';
import { Head } from '@inertiajs/react';
import { ShowPassportProvider, useShownPassport } from '@/pages/desk/order/shown-passport';
import { disputeStates } from '@shared/dispute-states';
import type { Pages } from '@shared/pages';
import { useState } from 'react';

/** One order: its facts and history on the left, its actions on the right (docs/screens.md#screens). */
export default function Order({
  order: read,
  open,
  earlier,
  readiness,
  visitorPath,
  askedFields,
  drafts,
  macros,
  lookedAt,
  cases,
  policies,
  list,
  outcome,
  erased,
}: Pages['desk/order']) {
  const { order: shown, showing } = useShownPassport(read);
  const order = useSettledVersion(shown);
  useLooking(order.encoded_id);
  useSeenCard(order);
  const isCase = useIsCase(order.order_id, cases);
  const disputes = <Part name="Disputes">{cases && <Disputes order={order} cases={cases} />}</Part>;
  return (
    <ShowPassportProvider showing={showing}>
      <MacrosProvider>
        <div className="-mb-16 has-data-news:[--news:3rem]">
          <div className="grid grid-cols-[minmax(0,1fr)_var(--spacing-actions)] grid-rows-[auto_1fr] items-start max-xl:grid-cols-[minmax(0,1fr)_20rem] max-desk:grid-cols-1 max-desk:grid-rows-none print:block">
            <Head title={`Order ${order.order_id}`} />
            <div>
              <Part name="Header">
                <OrderHeader {...{ order, open, outcome, visitorPath, list }} />
              </Part>
              <Part name="Attention">
                <Attention key={order.order_id} {...{ order, open, drafts, erased }} cases={isCase ? null : cases} />
              </Part>
              {isCase && <div className="px-6 max-md:px-4">{disputes}</div>}
            </div>
            <Part name="Actions">
              <Actions {...{ order, open, readiness, drafts, macros }} />
            </Part>
            {/* what gets the focus is scrolled to below both bars */}
            <div className="px-6 [--jump:7rem] max-desk:order-3 max-desk:pt-2 max-md:px-4 [&_:is(a,button,input,textarea,summary)]:scroll-mt-28">
              <Part name="Jumps">
                <Jumps order={order} open={open} />
              </Part>
              <Part name="Facts">
                <div id="facts" className="scroll-mt-(--jump)">
                  <OrderFacts key={order.order_id} {...{ order, open, drafts, policies, isCase }} />
                </div>
              </Part>
              {!isCase && disputes}
              <Part name="Earlier orders">
                <EarlierOrders earlier={earlier} />
              </Part>
              <Part name="Registration">
                <RegistrationChecks key={order.order_id} order={order} open={open} />
              </Part>
              <Part name="Mails">
                <MailThread {...{ order, open, drafts, macros, askedFields }} />
                <EmailHistory {...{ order, open, drafts }} />
              </Part>
              <Part name="Downloads">
                <DownloadHistory order={order} open={open} />
              </Part>
              <Part name="Remarks">
                <Remarks remarks={order.remark} />
              </Part>
              <Section title="Timeline">
                <Timeline order={order} lookedAt={lookedAt} />
              </Section>
            </div>
          </div>
          <WhatHappened key={order.order_id} order={shown} />
        </div>
      </MacrosProvider>
    </ShowPassportProvider>
  );
}

/**
 * Whether the order is looked at for a dispute: one waited when it was opened. It then has the dispute at the top, and what
 * matters less to a bank folded. It stays so until another order is opened, so that no step moves the page.
 */
function useIsCase(orderId: number, cases: Pages['desk/order']['cases']): boolean {
  const waits = cases?.disputes.some(({ state }) => disputeStates[state].waits) ?? false;
  const [opened, setOpened] = useState({ orderId, waits });
  if (opened.orderId !== orderId) setOpened({ orderId, waits });
  return opened.orderId === orderId ? opened.waits : waits;
}
