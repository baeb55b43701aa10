import { Button, buttonClass } from '@/components/button';
import { DialogLater } from '@/components/dialog-later';
import { DateOfEntry } from '@/pages/desk/order/fill-page';
import { NotesForBank } from '@/pages/desk/order/notes-for-bank';
import { TransactionForm } from '@/pages/desk/order/transaction-form';
import { ReadinessPanel } from '@/pages/desk/order/readiness';
import { type LeftOut, nothingLeftOut } from '@shared/left-out';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { FileText } from 'lucide-react';
import { useState } from 'react';

/**
 * The evidence against a chargeback (docs/evidence.md#packs). A pack is a plain link to a new tab, because a pop-up blocker
 * allows a tab that a click opens.
 */
export function Evidence({
  order,
  open,
  readiness,
  drafts,
}: Pick<Pages['desk/order'], 'order' | 'open' | 'readiness' | 'drafts'>) {
  const [entering, setEntering] = useState<boolean>();
  const [leftOut, setLeftOut] = useState<LeftOut>(nothingLeftOut);
  return (
    <>
      <ReadinessPanel of={readiness} />
      <NotesForBank name="note" {...{ order, leftOut }} onChange={setLeftOut} />
      <div className="grid grid-cols-2 gap-1.5">
        {([1, 2] as const).map((type) => (
          <a
            key={type}
            href={routes.pack(order.encoded_id, type, leftOut)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
          >
            <FileText aria-hidden className="size-4" />
            {`Defence Pack ${type}`}
          </a>
        ))}
      </div>
      {open && <DateOfEntry order={order} />}
      {open && <Button onClick={() => setEntering(true)}>Enter Transaction Details</Button>}
      {entering !== undefined && (
        <DialogLater open={entering} onClose={() => setEntering(false)} title="Transaction Details">
          <TransactionForm order={order} drafts={drafts} onDone={() => setEntering(false)} />
        </DialogLater>
      )}
    </>
  );
}
