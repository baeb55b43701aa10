import { Button } from '@/components/button';
import { dialogLater } from '@/components/dialog-later';
import type { ColumnsDialogProps } from '@/pages/orders/queue/columns-dialog';
import type { ViewDialogProps } from '@/pages/orders/queue/view-dialog';
import { Bookmark, Columns3 } from 'lucide-react';
import { useState } from 'react';

const ColumnsDialog = dialogLater(async () => (await import('@/pages/orders/queue/columns-dialog')).ColumnsDialog);
const ViewDialog = dialogLater(async () => (await import('@/pages/orders/queue/view-dialog')).ViewDialog);

type ListMenuProps = Omit<ColumnsDialogProps & ViewDialogProps, 'open' | 'onClose'>;

/** The columns of a list, and saving it as a view. Their dialogs load with the first press. */
export function ListMenu({ queue, columns, chosenColumns, onColumns, wholeExport, address }: ListMenuProps) {
  const [open, setOpen] = useState<'columns' | 'view'>();
  const [used, setUsed] = useState<Partial<Record<'columns' | 'view', true>>>({});
  const show = (which: 'columns' | 'view') => {
    setUsed((before) => ({ ...before, [which]: true }));
    setOpen(which);
  };
  const onClose = () => setOpen(undefined);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => show('columns')}>
        <Columns3 aria-hidden className="size-4" />
        Columns
      </Button>
      <Button aria-haspopup="dialog" onClick={() => show('view')}>
        <Bookmark aria-hidden className="size-4" />
        Save view
      </Button>
      {used.columns && (
        <ColumnsDialog
          open={open === 'columns'}
          {...{ onClose, queue, columns, chosenColumns, onColumns, wholeExport }}
        />
      )}
      {used.view && <ViewDialog open={open === 'view'} {...{ onClose, queue, address, columns }} />}
    </>
  );
}
