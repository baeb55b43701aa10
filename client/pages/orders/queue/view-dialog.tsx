import { Dialog } from '@/components/dialog';
import { Field, Select, Tick } from '@/components/field';
import { SaveFoot } from '@/components/save-foot';
import { isSameList } from '@/layouts/admin/view-entries';
import { useDialogWrite } from '@/hooks/use-dialog-write';
import { usePage } from '@inertiajs/react';
import type { SavedView } from '@shared/answers/saved-views';
import { type OrderColumn, type QueueName, queueRows } from '@shared/order-queues';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

export type ViewDialogProps = {
  open: boolean;
  onClose: () => void;
  queue: QueueName;
  /** The address of the list as it is shown. */
  address: string;
  /** The shown columns, also where the address names none. */
  columns: OrderColumn[];
};

/** Saves the list as a view, for the member or for everybody; or renames, replaces or deletes one. */
export function ViewDialog({ open, onClose, ...list }: ViewDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Save view">
      <ViewForm {...list} onClose={onClose} />
    </Dialog>
  );
}

function ViewForm({ queue, address, columns, onClose }: Omit<ViewDialogProps, 'open'>) {
  const views = (usePage<SharedProps>().props.views ?? []).filter((view) => view.may_change && view.queue === queue);
  const shown = views.find(({ path }) => isSameList(path, address));
  const [view, setView] = useState<SavedView | undefined>(shown);
  const [name, setName] = useState(shown?.name ?? '');
  const [shared, setShared] = useState(shown?.shared ?? false);
  const { send, busy, errors } = useDialogWrite(onClose);

  function choose(id: string) {
    const chosen = views.find((one) => String(one.id) === id);
    setView(chosen);
    setName(chosen?.name ?? '');
    setShared(chosen?.shared ?? false);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const isUsual = columns.join() === queueRows[queue].columns.join();
    const query = { ...queryOf(address), ...(!isUsual && { columns: columns.join() }) };
    if (view) void send('put', routes.api.savedView(view.id), { name, shared, query });
    else void send('post', routes.api.savedViews, { name, shared, query, queue });
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-soft">Keeps this list, search, filters, columns and order. The menu lists it.</p>
      {views.length > 0 && (
        <Select name="view" label="Save as" value={view?.id ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">a new view</option>
          {views.map(({ id, name: known }) => (
            <option key={id} value={id}>
              {known}
            </option>
          ))}
        </Select>
      )}
      <Field
        name="view-name"
        label="Name"
        value={name}
        error={errors['name']}
        maxLength={60}
        onChange={({ target }) => setName(target.value)}
      />
      <Tick name="shared" label="For everybody" checked={shared} onChange={({ target }) => setShared(target.checked)} />
      <SaveFoot
        busy={busy}
        deletes="Delete view"
        onDelete={view && (() => void send('put', routes.api.deleteView(view.id), {}))}
      />
    </form>
  );
}

/** What a view keeps of a list's address. */
function queryOf(address: string): Record<string, string> {
  const url = new URL(address, window.location.origin);
  const query = Object.fromEntries(url.searchParams);
  delete query['page'];
  delete query['limit'];
  const month = /\/future-order\/([^/]+)$/.exec(url.pathname)?.[1];
  return month ? { ...query, month } : query;
}
