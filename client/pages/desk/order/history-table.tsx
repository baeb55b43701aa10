import { Button } from '@/components/button';
import { DataTable, type DataTableProps } from '@/components/data-table';
import { useState } from 'react';

/** The rule of `few-rows` in client/styles/table.css hides the others. */
const few = 3;

/** A history of the order: its newest three rows, and by one press all of them. On paper it is whole. */
export function HistoryTable<Row>(props: DataTableProps<Row>) {
  const [whole, setWhole] = useState(false);
  const { caption, rows } = props;
  if (rows.length <= few) return <DataTable {...props} />;
  return (
    <div className={whole ? '' : 'few-rows'}>
      <DataTable {...props} />
      <div data-print="never" className="mt-2">
        <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? `Show the newest ${few}` : `Show all ${rows.length}`}
          <span className="sr-only"> of {caption}</span>
        </Button>
      </div>
    </div>
  );
}
