import { Button, buttonClass } from '@/components/button';
import { Kbd } from '@/components/kbd';
import { sizeOf } from '@/components/size';
import { usePastedFile } from '@/hooks/use-pasted-file';
import { addFile } from '@/writes/uploads';
import type { OrderWithHistories } from '@shared/answers/desk';
import { contentTypes } from '@shared/card-kinds';
import { uploadBytes } from '@shared/limits';
import { type OrderFileKind, orderFileKinds } from '@shared/order-file-kinds';
import { useEffect, useRef, useState } from 'react';

const kind: OrderFileKind = 'registration_check';
const chooserId = 'add-check';

/** What is on its way to be a screenshot of the order: what was pasted, whether it is being sent, why it was not taken. */
type Adding = {
  pasted: File | undefined;
  busy: boolean;
  wrong: string | undefined;
  add: (file: File) => Promise<void>;
  discard: () => void;
};

/**
 * Adds screenshots to an order: a chosen file at once, a pasted one after a look at it.
 * @param mayAdd whether the order takes one more
 */
export function useAddCheck(order: OrderWithHistories, mayAdd: boolean): Adding {
  const [pasted, setPasted] = useState<File>();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();
  usePastedFile(
    mayAdd && !busy
      ? (file) => {
          setWrong(undefined);
          setPasted(file);
        }
      : undefined,
  );

  async function add(file: File) {
    if (busy) return;
    setWrong(undefined);
    if (file.size > uploadBytes) return setWrong('File is too large (max 10 MB).');

    setBusy(true);
    const outcome = await addFile({ id: order.order_id, encoded: order.encoded_id }, kind, file);
    setBusy(false);
    if (outcome.done) discard();
    else setWrong(outcome.errors?.['file'] ?? outcome.message);
  }

  /** The buttons that had the focus go with the picture. */
  function discard() {
    setPasted(undefined);
    if (pasted) document.getElementById(chooserId)?.focus();
  }

  return { pasted: mayAdd ? pasted : undefined, busy, wrong, add, discard };
}

/** Takes a picture from the file dialog and adds it at once. */
export function CheckChooser({ busy, wrong, add }: Pick<Adding, 'busy' | 'wrong' | 'add'>) {
  async function onChoose(input: HTMLInputElement) {
    const [file] = input.files ?? [];
    if (!file || busy) return;
    await add(file);
    // so that the same file can be chosen again
    input.value = '';
  }

  return (
    <div
      data-print="never"
      className="relative rounded-md focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent"
    >
      <span aria-hidden className={buttonClass('secondary', busy ? 'opacity-50' : '')}>
        {busy ? 'Adding…' : 'Add Screenshot'}
      </span>
      <input
        id={chooserId}
        type="file"
        name="registrationCheck"
        aria-label="Add Screenshot of the authority’s page Check Registration"
        aria-keyshortcuts="Control+V Meta+V"
        title="As evidence: it is not mailed, and the customer does not see it"
        aria-disabled={busy || undefined}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? 'check-error' : undefined}
        accept={contentTypes(orderFileKinds[kind].takes)}
        onChange={({ currentTarget }) => void onChoose(currentTarget)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      />
    </div>
  );
}

/** What can be done without the file dialog, and what was pasted. */
export function PastedCheck({ pasted, busy, add, discard }: Pick<Adding, 'pasted' | 'busy' | 'add' | 'discard'>) {
  if (pasted) return <Pasted key={pasted.lastModified} file={pasted} {...{ busy, add, discard }} />;
  return (
    <p data-print="never" className="mb-2 text-sm text-ink-faint pointer-coarse:hidden">
      Or paste a screenshot anywhere on this page: <Kbd>Ctrl V</Kbd>
    </p>
  );
}

type PastedProps = Pick<Adding, 'busy' | 'add' | 'discard'> & { file: File };

/** A pasted picture with its name, before it is added. */
function Pasted({ file, busy, add, discard }: PastedProps) {
  const [url, setUrl] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    button.current?.focus();
    return () => URL.revokeObjectURL(made);
  }, [file]);

  return (
    <fieldset
      aria-label="Pasted screenshot"
      data-unsent
      data-print="never"
      className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed border-accent px-4 py-3"
    >
      {url && file.type.startsWith('image/') && (
        <a href={url} target="_blank" rel="noreferrer" className="shrink-0 rounded-xs">
          <img src={url} alt={`Look at ${file.name} in full`} className="max-h-24 max-w-40 border border-line" />
        </a>
      )}
      <p className="min-w-0 flex-1 basis-40">
        <span className="block font-medium wrap-anywhere">{file.name}</span>
        <span className="block text-sm text-ink-soft">Pasted, {sizeOf(file.size)}; not added yet</span>
      </p>
      <div className="flex gap-2">
        <Button ref={button} busy={busy} onClick={() => void add(file)}>
          Add It
        </Button>
        <Button tone="quiet" refused={busy ? 'It is being added' : undefined} onClick={discard}>
          Discard
        </Button>
      </div>
    </fieldset>
  );
}
