import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';
import { Dialog } from '@/components/dialog';
import { Field, Select } from '@/components/field';
import { callApi } from '@/hooks/call-api';
import type { OfferedFilter } from '@shared/answers/filters';
import type { Filters } from '@shared/order-filters';
import { routes } from '@shared/routes';
import { type FormEvent, useEffect, useRef, useState } from 'react';

export type FilterDialogProps = {
  open: boolean;
  onClose: () => void;
  chosen: Filters;
  onFilter: (filters: Filters) => void;
};

/** One field for each filter; what is left empty filters nothing. */
export function FilterDialog({ open, onClose, chosen, onFilter }: FilterDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Filter">
      <FilterForm
        chosen={chosen}
        onFilter={(filters) => {
          onClose();
          onFilter(filters);
        }}
      />
    </Dialog>
  );
}

/** Made again with each opening, so it begins with what is chosen. */
function FilterForm({ chosen, onFilter }: Pick<FilterDialogProps, 'chosen' | 'onFilter'>) {
  const { offered, trouble } = useOffered();
  const [values, setValues] = useState(chosen);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, [offered]);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onFilter(Object.fromEntries(Object.entries(values).filter(([, value]) => value)));
  }

  if (trouble) return <p className="text-danger">{trouble}</p>;
  if (!offered) return <p className="text-ink-faint">Loading …</p>;
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4">
      <div className="grid grid-cols-2 gap-x-3 gap-y-3 max-[400px]:grid-cols-1">
        {offered.map((filter) => (
          <One
            key={filter.name}
            filter={filter}
            value={values[filter.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [filter.name]: value }))}
          />
        ))}
      </div>
      <DialogFoot also={<Button onClick={() => onFilter({})}>Clear</Button>}>
        <Button type="submit" tone="primary">
          Show orders
        </Button>
      </DialogFoot>
    </form>
  );
}

type OneProps = { filter: OfferedFilter; value: string; onChange: (value: string) => void };

function One({ filter: { name, label, asks, options }, value, onChange }: OneProps) {
  const id = `filter-${name}`;
  if (asks === 'day') {
    return <Field {...{ id, name, label, value }} type="date" onChange={({ target }) => onChange(target.value)} />;
  }
  // what was chosen stays a choice, also when it is offered no more
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Select {...{ id, name, label, value }} onChange={({ target }) => onChange(target.value)}>
      <option value="">All</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </Select>
  );
}

/** The filters as the server offers them, read when the dialog opens. */
function useOffered() {
  const [read, setRead] = useState<{ offered?: OfferedFilter[]; trouble?: string }>({});
  useEffect(() => {
    let isOpen = true;
    const show = (next: typeof read) => void (isOpen && setRead(next));
    callApi<OfferedFilter[]>('get', routes.api.orderFilters).then(
      ({ status, data, message }) => show(status === 1 ? { offered: data } : { trouble: message }),
      (error: Error) => show({ trouble: error.message }),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  return read;
}
