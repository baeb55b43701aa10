import { Button } from '@/components/button';

type SaveOrDeleteProps = { busy: boolean; deletes: string; onDelete: (() => void) | undefined };

/** The end of a form for something that has a name: *Save*, and for what exists already *Delete*, as `deletes` says it. */
export function SaveOrDelete({ busy, deletes, onDelete }: SaveOrDeleteProps) {
  return (
    <div className="flex justify-end gap-2">
      {onDelete && (
        <Button tone="danger-quiet" className="mr-auto" onClick={onDelete}>
          {deletes}
        </Button>
      )}
      <Button type="submit" tone="primary" busy={busy}>
        Save
      </Button>
    </div>
  );
}
