import { Tick } from '@/components/field';
import type { OrderWithHistories } from '@shared/answers/desk';
import { isPrinted } from '@shared/remark-flags';

type NotesForBankProps = {
  order: OrderWithHistories;
  /** The ids of the notes that the pack does not print. */
  leftOut: number[];
  onChange: (leftOut: number[]) => void;
  /** Distinguishes the boxes of several lists on one page. */
  name: string;
};

/** The notes that a pack prints, each with a box that leaves it out (docs/product.md#packs). */
export function NotesForBank({ order, leftOut, onChange, name }: NotesForBankProps) {
  const notes = order.remark.filter(isPrinted);
  if (notes.length === 0) return null;
  return (
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
            name={`${name}-${id}`}
            label={
              <span dir="auto" className="line-clamp-2">
                {remark}
              </span>
            }
            className="w-full"
            checked={!leftOut.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? leftOut.filter((other) => other !== id) : [...leftOut, id])
            }
          />
        ))}
      </div>
    </details>
  );
}
