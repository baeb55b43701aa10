import { Button, buttonClass } from '@/components/button';
import { Tick } from '@/components/field';
import { DialogLater } from '@/components/dialog-later';
import { TransactionForm } from '@/pages/desk/order/transaction-form';
import { ReadinessPanel } from '@/pages/desk/order/readiness';
import { isPrinted } from '@shared/remark-flags';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { FileText } from 'lucide-react';
import { Suspense, useState } from 'react';

/**
 * The evidence against a chargeback (docs/product.md#packs). A pack is a plain link to a new tab, because a pop-up blocker
 * allows a tab that a click opens.
 */
export function Evidence({
  order,
  open,
  readiness,
  drafts,
}: Pick<Pages['desk/order'], 'order' | 'open' | 'readiness' | 'drafts'>) {
  const [entering, setEntering] = useState<boolean>();
  const [leftOut, setLeftOut] = useState<number[]>([]);
  const notes = order.remark.filter(isPrinted);
  return (
    <>
      <ReadinessPanel of={readiness} />
      {notes.length > 0 && (
        <details className="rounded-md border border-line">
          <summary className="flex min-h-control items-center gap-2 rounded-md px-2.5 hover:bg-canvas">
            <span className="font-medium">Notes for the bank</span>
            <span className="ml-auto text-sm text-ink-faint">
              {notes.length - leftOut.length} of {notes.length} printed
            </span>
          </summary>
          <div className="px-2.5 pb-2">
            {notes.map(({ id, remark }) => (
              <Tick
                key={id}
                name={`note-${id}`}
                label={
                  <span dir="auto" className="line-clamp-2">
                    {remark}
                  </span>
                }
                className="w-full"
                checked={!leftOut.includes(id)}
                onChange={({ target }) =>
                  setLeftOut(target.checked ? leftOut.filter((other) => other !== id) : [...leftOut, id])
                }
              />
            ))}
          </div>
        </details>
      )}
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
      {open && <Button onClick={() => setEntering(true)}>Enter Transaction Details</Button>}
      {entering !== undefined && (
        <Suspense>
          <DialogLater open={entering} onClose={() => setEntering(false)} title="Transaction Details">
            <TransactionForm order={order} drafts={drafts} onDone={() => setEntering(false)} />
          </DialogLater>
        </Suspense>
      )}
    </>
  );
}
