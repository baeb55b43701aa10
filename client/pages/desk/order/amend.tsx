import { DialogLater } from '@/components/dialog-later';
import { AmendForm } from '@/pages/desk/order/amend-form';
import { HiddenPassport } from '@/pages/desk/order/shown-passport';
import { useCan } from '@/hooks/use-can';
import { type AmendSection, amendSections } from '@shared/amend-fields';
import type { Pages } from '@shared/pages';
import { Pencil } from 'lucide-react';
import { useState } from 'react';

type AmendProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'> & { section: AmendSection };

/** The pencil of a section, which opens its form (docs/product.md#amend-an-order). */
export function Amend({ order, open, drafts, section }: AmendProps) {
  const [isAmending, setAmending] = useState<boolean>();
  const mayAmend = useCan()('orders.amend') && open && order.process_status !== 'Deleted' && !order.erased_at;
  if (!mayAmend) return null;

  const name = `Amend ${amendSections[section].title}`;
  return (
    <>
      <button
        type="button"
        aria-label={name}
        title={name}
        data-print="never"
        onClick={() => setAmending(true)}
        className="grid size-7 place-items-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink"
      >
        <Pencil aria-hidden className="size-3.5" />
      </button>
      {isAmending !== undefined && (
        <DialogLater open={isAmending} onClose={() => setAmending(false)} title={name}>
          {order.passport_hidden && amendSections[section].fields.some((field) => field === 'passport_no') ? (
            <p>
              This form has the passport number. Show it to go on: <HiddenPassport masked={order.passport_no} />
            </p>
          ) : (
            <AmendForm {...{ order, drafts, section }} onDone={() => setAmending(false)} />
          )}
        </DialogLater>
      )}
    </>
  );
}
