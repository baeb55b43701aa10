import { Button } from '@/components/button';
import { dialogLater } from '@/components/dialog-later';
import { valuesOf } from '@/pages/orders/queue/list-path';
import type { ChosenFilter, Filters } from '@shared/order-filters';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';

const FilterDialog = dialogLater(async () => (await import('@/pages/orders/queue/filter-dialog')).FilterDialog);

type FilterButtonProps = { filters: ChosenFilter[]; onFilter: (filters: Filters) => void };

/** Opens the filters of a list (docs/screens.md#filters). Their dialog loads with the first press. */
export function FilterButton({ filters, onFilter }: FilterButtonProps) {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <ListFilter aria-hidden className="size-4" />
        {filters.length > 0 ? `Filter (${filters.length})` : 'Filter'}
      </Button>
      {open !== undefined && (
        <FilterDialog {...{ open, onFilter }} chosen={valuesOf(filters)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
