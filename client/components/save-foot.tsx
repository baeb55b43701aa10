import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';

type SaveFootProps = { busy: boolean; deletes?: string; onDelete?: (() => void) | undefined };

/** The end of a dialog's form that saves something, and deletes what exists already where it has `onDelete`. */
export function SaveFoot({ busy, deletes, onDelete }: SaveFootProps) {
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
