import type { ComponentProps, ReactNode } from 'react';

type Labelled = {
  /** Also the id, so that an error summary can link to it; pass `id` when two fields of a page share a name. */
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shows the label to screen readers only, for a field that is clear without it. */
  hideLabel?: boolean;
};

/** The class of a field in one row with its button: where there is room, its label is in the row, too. */
export const inlineField =
  'min-w-0 flex-[1_1_16rem] sm:grid sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:gap-x-2.5 sm:[&>label]:mb-0 sm:[&>p]:col-span-2 sm:[&>p]:row-start-1';

/** One line of text with its label, hint and error. */
export function Field({ label, hint, error, hideLabel, className, ...input }: Labelled & ComponentProps<'input'>) {
  const id = input.id ?? input.name;
  return (
    <Frame {...{ id, label, hint, error, hideLabel, className }}>
      <input type="text" {...input} {...described(id, hint, error)} className="control" />
    </Frame>
  );
}

/** Several lines of text. */
export function TextArea({ label, hint, error, hideLabel, className, ...area }: Labelled & ComponentProps<'textarea'>) {
  const id = area.id ?? area.name;
  return (
    <Frame {...{ id, label, hint, error, hideLabel, className }}>
      <textarea rows={3} {...area} {...described(id, hint, error)} className="control block resize-y" />
    </Frame>
  );
}

/** A select; its children are the options. */
export function Select({ label, hint, error, hideLabel, className, ...select }: Labelled & ComponentProps<'select'>) {
  const id = select.id ?? select.name;
  return (
    <Frame {...{ id, label, hint, error, hideLabel, className }}>
      <span className="relative block">
        <select {...select} {...described(id, hint, error)} className="control appearance-none truncate pr-8" />
        <svg
          aria-hidden
          viewBox="0 0 16 16"
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 fill-none stroke-ink-soft stroke-2"
        >
          <path d="m4 6 4 4 4-4" />
        </svg>
      </span>
    </Frame>
  );
}

/** A checkbox with its label after it. */
export function Tick({
  label,
  className = '',
  ...input
}: { name: string; label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className={`inline-flex items-center gap-2 py-1 text-(length:--control-text) ${className}`}>
      <input type="checkbox" {...input} className="size-[1.15em] shrink-0 accent-accent" />
      {label}
    </label>
  );
}

type FrameProps = Omit<Labelled, 'name'> & { id: string; className?: string | undefined; children: ReactNode };

function Frame({ id, label, hint, error, hideLabel, className = '', children }: FrameProps) {
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={
          hideLabel ? 'sr-only' : 'mb-1 block text-(length:--control-text) leading-(--control-line) font-medium'
        }
      >
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mb-1.5 font-medium text-danger">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

function described(id: string, hint: ReactNode, error: string | undefined) {
  const by = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': by || undefined } as const;
}
