import { Button } from '@/components/button';
import { sizeOf } from '@/components/size';
import { type CardKind, cardKindNames, cardKinds, contentTypes } from '@shared/card-kinds';
import { FileText, Upload, X } from 'lucide-react';

/** What the file dialog offers: what the server takes. */
const accepted = contentTypes(Object.keys(cardKinds) as CardKind[]);

type FileChooserProps = {
  file: File | null;
  /** Whether a file is being dragged over the page. */
  isOver: boolean;
  /** Whether the card is what comes next for the order. */
  isWanted: boolean;
  error: string | undefined;
  /** Bytes sent so far; undefined when nothing is being sent. */
  sent: number | undefined;
  onChoose: (file: File | null) => void;
  onCancel: () => void;
  /** Called when Cancel gets or loses the focus; not when Cancel is removed while it has the focus. */
  onCancelFocus: (isOn: boolean) => void;
};

/** Takes the card from a file dialog or a drop, and shows its name, its size and the bytes sent. */
export function FileChooser({
  file,
  isOver,
  isWanted,
  error,
  sent,
  onChoose,
  onCancel,
  onCancelFocus,
}: FileChooserProps) {
  return (
    <div className="min-w-0">
      {error && (
        <p id="file-error" className="mb-1.5 font-medium text-danger">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <div
        data-over={isOver || undefined}
        data-wanted={isWanted || undefined}
        data-wrong={error ? true : undefined}
        className="relative flex min-h-14 items-center gap-2.5 rounded-md border border-dashed border-control px-3 py-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-canvas data-wanted:border-accent data-over:border-accent data-over:bg-accent-soft data-over:outline-2 data-over:outline-accent data-wrong:border-danger"
      >
        <FileName {...{ file, isOver, sent }} />
        <input
          // a new input for each choice, so that the same file can be chosen again
          key={file ? 'chosen' : 'empty'}
          type="file"
          name="uploadVisaDoc"
          aria-label="File"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'file-error' : undefined}
          accept={accepted}
          onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        {file && sent === undefined && (
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={() => onChoose(null)}
            className="relative grid size-7 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
        {file && sent !== undefined && <Sending {...{ file, sent, onCancel, onCancelFocus }} />}
      </div>
    </div>
  );
}

/** The name and the size of the file, or what can be done without one. */
function FileName({ file, isOver, sent }: Pick<FileChooserProps, 'file' | 'isOver' | 'sent'>) {
  const Icon = file ? FileText : Upload;
  return (
    <>
      <Icon aria-hidden className={`size-5 shrink-0 ${file ? 'text-ink-soft' : 'text-ink-faint'}`} />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {file ? file.name : isOver ? 'Drop the card' : 'Choose the card or drop it here'}
        </span>
        <span className="block text-xs text-ink-faint tabular-nums">
          {!file && `${cardKindNames}, up to 10 MB`}
          {file && sent !== undefined && `${sizeOf(Math.min(sent, file.size))} of `}
          {file && sizeOf(file.size)}
        </span>
      </p>
    </>
  );
}

type SendingProps = Pick<FileChooserProps, 'onCancel' | 'onCancelFocus'> & { file: File; sent: number };

/** How far the sending is, and the button that cancels it. */
function Sending({ file, sent, onCancel, onCancelFocus }: SendingProps) {
  return (
    <>
      <Button
        tone="quiet"
        data-cancel
        aria-label="Cancel upload"
        refused={sent < file.size ? undefined : 'It has gone out'}
        onClick={onCancel}
        onFocus={() => onCancelFocus(true)}
        onBlur={({ relatedTarget }) => relatedTarget && onCancelFocus(false)}
        className="relative shrink-0"
      >
        Cancel
      </Button>
      <progress
        aria-label="Sent so far"
        max={file.size}
        value={Math.min(sent, file.size)}
        className="upload-progress absolute inset-x-0 bottom-0 h-1 w-full"
      />
    </>
  );
}
