import { Button } from '@/components/button';
import { FileText, Upload, X } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';

type FileChooserProps = {
  file: File | null;
  error: string | undefined;
  /** How many bytes have gone out, while it is being sent. */
  sent: number | undefined;
  onChoose: (file: File | null) => void;
  onCancel: () => void;
};

/** Takes the card by choosing or dropping it, names it, and shows how much has gone out. */
export function FileChooser({ file, error, sent, onChoose, onCancel }: FileChooserProps) {
  const [over, setOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }

  return (
    <div className="min-w-0">
      {error && (
        <p id="file-error" className="mb-1.5 font-medium text-danger">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        data-over={over || undefined}
        data-wrong={error ? true : undefined}
        className="relative flex min-h-14 items-center gap-2.5 rounded-md border border-dashed border-control px-3 py-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:bg-canvas data-over:border-accent data-over:bg-accent-soft data-wrong:border-danger"
      >
        {file ? (
          <FileText aria-hidden className="size-5 shrink-0 text-ink-soft" />
        ) : (
          <Upload aria-hidden className="size-5 shrink-0 text-ink-faint" />
        )}
        <p className="min-w-0 flex-1">
          <span className="block truncate font-medium">{file ? file.name : 'Choose the card or drop it here'}</span>
          <span className="block text-sm text-ink-faint tabular-nums">
            {!file && 'PDF or image, at most 10 MB'}
            {file && sent !== undefined && `${sizeOf(Math.min(sent, file.size))} of `}
            {file && sizeOf(file.size)}
          </span>
        </p>
        <input
          // a new one for each choice: the same file can be chosen again
          key={file ? 'chosen' : 'empty'}
          type="file"
          name="uploadVisaDoc"
          aria-label="File"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'file-error' : undefined}
          accept="application/pdf,image/*"
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
        {file && sent !== undefined && (
          <>
            <Button
              tone="quiet"
              data-cancel
              aria-label="Cancel upload"
              refused={sent < file.size ? undefined : 'It has gone out'}
              onClick={onCancel}
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
        )}
      </div>
      {file && <Look key={`${file.name} ${file.lastModified}`} file={file} />}
    </div>
  );
}

/** The chosen document itself, to look at before it goes to a customer. */
function Look({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  if (!url || !/^(application\/pdf|image\/)/.test(file.type)) return null;
  const name = `Preview of ${file.name}`;
  return (
    <figure className="mt-2 overflow-hidden rounded-md border border-line">
      {file.type === 'application/pdf' ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
        <iframe src={`${url}#toolbar=0&navpanes=0`} title={name} className="block h-72 w-full bg-sunken" />
      ) : (
        <img src={url} alt={name} className="mx-auto block max-h-72" />
      )}
      <figcaption className="border-t border-line px-2.5 py-1 text-right">
        <a href={url} target="_blank" rel="noreferrer" className="rounded-xs text-accent hover:underline">
          Look at it in full
        </a>
      </figcaption>
    </figure>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
