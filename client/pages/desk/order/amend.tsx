import { DialogLater } from '@/components/dialog-later';
import { Select } from '@/components/field';
import { AmendForm } from '@/pages/desk/order/amend-form';
import { HiddenPassport } from '@/pages/desk/order/shown-passport';
import { useCan } from '@/hooks/use-can';
import { type AmendSection, amendSections } from '@shared/amend-fields';
import type { Pages } from '@shared/pages';
import { Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type AmendProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'> & {
  /** The sections to choose from; the first one is open. */
  sections: readonly [AmendSection, ...AmendSection[]];
  /** What the member reads while amending, such as what the customer asked for. */
  reads?: ReactNode;
  /** The text of the button; without one it is a pencil. */
  label?: string;
  className?: string;
};

const pencilClass = 'grid size-7 place-items-center rounded-md text-ink-faint hover:bg-sunken hover:text-ink';

/**
 * A button that opens the form of a section (docs/orders.md#amend-an-order). Nothing where the role, the hold or the order
 * allows no amendment.
 */
export function Amend({ order, open, drafts, sections, reads, label, className }: AmendProps) {
  const [isAmending, setAmending] = useState<boolean>();
  const [section, setSection] = useState<AmendSection>(sections[0]);
  const mayAmend = useCan()('orders.amend') && open && order.process_status !== 'Deleted' && !order.erased_at;
  if (!mayAmend) return null;

  const name = sections.length > 1 ? 'Amend' : `Amend ${amendSections[section].title}`;
  return (
    <>
      <button
        type="button"
        aria-label={label ? undefined : name}
        title={label ? undefined : name}
        data-print="never"
        onClick={() => setAmending(true)}
        className={className ?? pencilClass}
      >
        {label ?? <Pencil aria-hidden className="size-3.5" />}
      </button>
      {isAmending !== undefined && (
        <DialogLater open={isAmending} onClose={() => setAmending(false)} title={name}>
          {reads}
          {sections.length > 1 && (
            <Select
              name="section"
              label="What to amend"
              value={section}
              onChange={({ target }) => setSection(target.value as AmendSection)}
              className="mb-4"
            >
              {sections.map((one) => (
                <option key={one} value={one}>
                  {amendSections[one].title}
                </option>
              ))}
            </Select>
          )}
          {order.passport_hidden && amendSections[section].fields.some((field) => field === 'passport_no') ? (
            <p>
              This form has the passport number. Show it to go on: <HiddenPassport masked={order.passport_no} />
            </p>
          ) : (
            <AmendForm key={section} {...{ order, drafts, section }} onDone={() => setAmending(false)} />
          )}
        </DialogLater>
      )}
    </>
  );
}
