import { Part } from '@/components/part';
import { AddComment } from '@/pages/desk/order/add-comment';
import { EmailContent } from '@/pages/desk/order/email-content';
import { Evidence } from '@/pages/desk/order/evidence';
import { GetSlip } from '@/pages/desk/order/fill-page';
import { FoundCards } from '@/pages/desk/order/found-cards';
import { Holder } from '@/pages/desk/order/holder';
import { Macros } from '@/pages/desk/order/macros';
import { NextStep, OtherMoves } from '@/pages/desk/order/moves';
import { Folded, Panel, Unavailable } from '@/pages/desk/order/panel';
import { Charges } from '@/pages/desk/order/charges';
import { Refunds } from '@/pages/desk/order/refunds';
import { Resend } from '@/pages/desk/order/resend';
import { whyNoCard } from '@/pages/desk/order/why-no-mail';
import { useMoves } from '@/pages/desk/order/use-moves';
import { UploadDocument } from '@/pages/desk/order/upload-document';
import { useCan } from '@/hooks/use-can';
import { useKeys } from '@/hooks/use-keys';
import { statusRows } from '@shared/order-statuses';
import type { Pages } from '@shared/pages';

type ActionsProps = Pick<Pages['desk/order'], 'order' | 'open' | 'readiness' | 'drafts' | 'macros'>;

/** The actions of the order, next to it; only the remark when somebody else holds the order. */
export function Actions(props: ActionsProps) {
  useKeys({
    remark: () => fieldNamed('remark')?.focus(),
    upload: () => fieldNamed('uploadVisaDoc')?.click(),
    send: sendNow,
  });
  return (
    <aside
      aria-label="Actions"
      data-print="never"
      className="sticky top-bar row-span-2 h-[calc(100dvh-var(--spacing-bar)-var(--news,0rem))] overflow-y-auto overscroll-contain border-l border-line max-desk:contents"
    >
      <div className="max-desk:order-2 max-desk:border-y max-desk:border-line max-desk:bg-canvas">
        <Part name="Work">
          <Work {...props} />
        </Part>
      </div>
      <div className="border-t border-line max-desk:order-4">
        <Part name="Notes">
          <Notes {...props} />
        </Part>
      </div>
    </aside>
  );
}

/** What brings the order on: holder, the next step, the card, what was said, and the other moves. */
function Work({ order, open, drafts, macros }: ActionsProps) {
  const can = useCan();
  const moves = useMoves(order);
  const takesCard = !statusRows[order.process_status].withdrawn;
  return (
    <>
      <Part name="Holder">
        <Holder order={order} open={open} />
      </Part>
      <Part name="Found cards">{open && can('mail.send') && <FoundCards order={order} />}</Part>
      {open && <NextStep order={order} moves={moves} />}
      {open && takesCard && can('mail.send') && (
        <Panel title="Upload Document">
          {order.erased_at ? (
            <Unavailable why="The data of this order was erased: it takes no card." />
          ) : (
            <>
              <UploadDocument key={order.contact_email_address} order={order} />
              <GetSlip order={order} />
            </>
          )}
        </Panel>
      )}
      <Panel title="Add Comment Below">
        <AddComment {...{ order, open, drafts, macros }} />
      </Panel>
      {open ? (
        <OtherMoves order={order} moves={moves} />
      ) : (
        <p className="mx-5 mb-4 rounded-md bg-caution-soft px-3 py-2 text-caution max-desk:mx-6 max-md:mx-4">
          {order.assign_to} works on this order. You can read it and add a comment.
        </p>
      )}
      <Part name="Charges">
        <Charges order={order} open={open} />
      </Part>
      <Part name="Refunds">
        <Refunds order={order} open={open} />
      </Part>
    </>
  );
}

/** What is mailed and made besides, folded. */
function Notes({ order, open, readiness, drafts, macros }: ActionsProps) {
  const can = useCan();
  const { packs } = statusRows[order.process_status];
  const noCard = whyNoCard(order, order.uploadDoc[0]);
  return (
    <>
      <Folded title="Macros" count={macros.length}>
        <Macros {...{ order, open, macros }} />
      </Folded>
      {open && can('mail.send') && (
        <Folded title="Resend">
          {noCard ? <Unavailable why={noCard} /> : <Resend key={order.contact_email_address} order={order} />}
        </Folded>
      )}
      <Folded title="More">
        <div className="grid gap-1.5">
          <EmailContent orderId={order.encoded_id} />
          {packs && can('packs.make') && <Evidence {...{ order, open, readiness, drafts }} />}
        </div>
      </Folded>
    </>
  );
}

function fieldNamed(name: string): HTMLElement | null {
  return document.querySelector(`aside [name=${name}]`);
}

/** Presses the first send button of the form that has the focus, else that of the card. */
function sendNow(): void {
  const form = document.activeElement?.closest('form') ?? fieldNamed('uploadVisaDoc')?.closest('form');
  form?.querySelector<HTMLElement>('button[type=submit]')?.click();
}
