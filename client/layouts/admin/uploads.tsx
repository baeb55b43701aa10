import { Link } from '@/components/link';
import { useStore } from '@/writes/store';
import { cancelUpload, closeNotice, isGoingOut, type Upload, uploads } from '@/writes/uploads';
import { routes } from '@shared/routes';
import { X } from 'lucide-react';

/** The uploads of cards that are running or have ended, shown on every screen. */
export function Uploads() {
  const all = useStore(uploads);
  if (all.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="ml-auto flex min-w-0 flex-1 justify-end gap-2 overflow-x-auto">
      {all.map((upload) => (
        <li
          key={upload.order.encoded}
          className="relative flex h-9 min-w-32 max-w-80 items-center gap-2 overflow-hidden rounded-md border border-line px-2.5 text-sm"
        >
          <span className="min-w-0 flex-1 truncate tabular-nums" title={upload.file.name}>
            {stateOf(upload)}:{' '}
            <Link href={routes.order(upload.order.encoded)} className="font-medium text-accent hover:underline">
              Order {upload.order.id}
            </Link>
            , {upload.file.name}
          </span>
          <button
            type="button"
            aria-label={isGoingOut(upload) ? `Cancel upload to order ${upload.order.id}` : 'Close'}
            aria-disabled={isThrough(upload) || undefined}
            title={isThrough(upload) ? 'It has gone out' : undefined}
            onClick={() => onPress(upload)}
            className="grid size-7 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken aria-disabled:opacity-50"
          >
            <X aria-hidden className="size-4" />
          </button>
          {isGoingOut(upload) && (
            <progress
              aria-label={`Upload to order ${upload.order.id}`}
              max={upload.file.size}
              value={upload.sent}
              className="upload-progress absolute inset-x-0 bottom-0 h-1 w-full"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function onPress(upload: Upload): void {
  if (!isGoingOut(upload)) closeNotice(upload.order.encoded);
  else if (!isThrough(upload)) cancelUpload(upload.order.encoded);
}

function isThrough(upload: Upload): boolean {
  return isGoingOut(upload) && upload.sent >= upload.file.size;
}

/** The state alone: a long name of a file behind it is cut off, and the state never is. */
function stateOf({ file, sent, outcome }: Upload): string {
  if (outcome === undefined) return `Uploading ${Math.floor((100 * sent) / Math.max(1, file.size))} %`;
  if (outcome.done) return 'Uploaded';
  return outcome.unknown ? 'Not known whether uploaded' : 'Failed';
}
