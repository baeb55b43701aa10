import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';

type SaveOrDeleteProps = { busy: boolean; deletes: string; onDelete: (() => void) | undefined };

/** The end of a dialog's form for something that has a name: *Save*, and for what exists already *Delete*, as `deletes` says it. */
export function SaveOrDelete({ busy, deletes, onDelete }: SaveOrDeleteProps) {
  return (
    <DialogFoot
      also={
        onDelete && (
          <Button tone="danger-quiet" onClick={onDelete}>
            {deletes}
          </Button>
        )
      }
    >
      <Button type="submit" tone="primary" busy={busy}>
        Save
      </Button>
    </DialogFoot>
  );
}
