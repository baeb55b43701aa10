import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';
import { Dialog } from '@/components/dialog';
import { ExportLink } from '@/components/export-link';
import { Tick } from '@/components/field';
import { useStaff } from '@/hooks/use-can';
import { useSettings } from '@/hooks/use-settings';
import { rememberColumns } from '@/pages/orders/queue/own-columns';
import { readAgain } from '@/writes/read-again';
import { type OrderColumn, orderColumns, type QueueName, queueRows } from '@shared/order-queues';
import { type FormEvent, useState } from 'react';

export type ColumnsDialogProps = {
  open: boolean;
  onClose: () => void;
  queue: QueueName;
  columns: OrderColumn[];
  /** The columns that the list's address names; null when it names none. */
  chosenColumns: string | null;
  /** Gives the address other columns. */
  onColumns: (columns: string | null) => void;
  /** The address of the CSV file with what the authority's form asks for. */
  wholeExport: string;
};

/** Which columns a list has; their order is fixed. They are the member's own, in every browser. */
export function ColumnsDialog({ open, onClose, ...list }: ColumnsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Columns">
      <ColumnsForm {...list} onClose={onClose} />
    </Dialog>
  );
}

function ColumnsForm({
  queue,
  columns,
  chosenColumns,
  onColumns,
  wholeExport,
  onClose,
}: Omit<ColumnsDialogProps, 'open'>) {
  const { id } = useStaff();
  const settings = useSettings();
  const [chosen, setChosen] = useState<readonly OrderColumn[]>(columns);
  const all = Object.keys(orderColumns) as OrderColumn[];

  async function save(kept: OrderColumn[]) {
    onClose();
    await rememberColumns(id, settings, queue, kept);
    if (chosenColumns) onColumns(null);
    else void readAgain();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void save(all.filter((column) => chosen.includes(column)));
  }

  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <div className="grid grid-cols-2 gap-x-3 max-[400px]:grid-cols-1">
        {all.map((column) => (
          <Tick
            key={column}
            name={`column-${column}`}
            label={queueRows[queue].headings?.[column] ?? orderColumns[column].title}
            checked={chosen.includes(column)}
            onChange={({ target }) =>
              setChosen((before) => (target.checked ? [...before, column] : before.filter((one) => one !== column)))
            }
          />
        ))}
      </div>
      <p className="text-sm text-ink-faint">
        A narrow window leaves some of them out, and says so above the list. The deadline is below the arrival or the
        time.
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-faint">The CSV file has the columns that the list shows.</p>
        <ExportLink href={wholeExport}>CSV with journey and stay</ExportLink>
      </div>
      <DialogFoot also={<Button onClick={() => void save([])}>Usual columns</Button>}>
        <Button type="submit" tone="primary" refused={chosen.length === 0 ? 'Choose one at least' : undefined}>
          Show
        </Button>
      </DialogFoot>
    </form>
  );
}
