import { Tick } from '@/components/field';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { LeftOut } from '@shared/left-out';
import { isPrinted } from '@shared/remark-flags';
import { wordsApart } from '@shared/quotes';

type NotesForBankProps = {
  order: OrderWithHistories;
  leftOut: LeftOut;
  onChange: (leftOut: LeftOut) => void;
  /** Distinguishes the boxes of several lists on one page. */
  name: string;
};

/** The notes and the customer's letters that a pack prints, each with a box that leaves it out (docs/evidence.md#packs). */
export function NotesForBank({ order, leftOut, onChange, name }: NotesForBankProps) {
  const notes = [
    ...order.remark.filter(isPrinted).map(({ id, remark }) => ({ id, text: remark, of: 'leftOut' as const })),
    ...order.thread
      .filter(({ printed }) => printed)
      .map(({ mail_id: id, text }) => ({ id, text: wordsApart(text).own || text, of: 'leftOutMails' as const })),
  ];
  if (notes.length === 0) return null;
  return (
    <details className="rounded-md border border-line">
      <summary className="flex min-h-control items-center gap-2 rounded-md px-2.5 hover:bg-canvas">
        <span className="font-medium">Notes and letters for the bank</span>
        <span className="ml-auto text-sm text-ink-faint">
          {notes.length - leftOut.leftOut.length - leftOut.leftOutMails.length} of {notes.length} printed
        </span>
      </summary>
      <div className="px-2.5 pb-2">
        {notes.map(({ id, text, of }) => (
          <Tick
            key={`${of}-${id}`}
            name={`${name}-${of}-${id}`}
            label={
              <span dir="auto" className="line-clamp-2">
                {text}
              </span>
            }
            className="w-full"
            checked={!leftOut[of].includes(id)}
            onChange={({ target }) => {
              const ids = target.checked ? leftOut[of].filter((other) => other !== id) : [...leftOut[of], id];
              onChange({ ...leftOut, [of]: ids });
            }}
          />
        ))}
      </div>
    </details>
  );
}
