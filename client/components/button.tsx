import type { ComponentProps } from 'react';

const tones = {
  /** The main action of a screen or form. */
  primary: 'bg-accent text-on-strong border-transparent hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border-control/70 hover:bg-sunken hover:border-control',
  quiet: 'bg-transparent text-ink-soft border-transparent hover:bg-sunken hover:text-ink',
  /** Red background: the login, and the Yes of a question before something is deleted. */
  danger: 'bg-danger text-on-strong border-transparent hover:bg-danger-strong',
  /** Red text: an action that asks before it deletes. */
  'danger-quiet': 'bg-transparent text-danger border-transparent hover:bg-danger-soft',
  /** A visitor page's button, in the brand's colour. */
  brand: 'bg-brand text-white border-transparent hover:brightness-90',
} as const;

export type ButtonTone = keyof typeof tones;

/** The classes of a button, for anchors that look like one. */
export function buttonClass(tone: ButtonTone = 'secondary', className = ''): string {
  return `inline-flex min-h-control items-center justify-center gap-1.5 rounded-md border px-(--control-pad) text-(length:--control-text) leading-(--control-line) font-medium whitespace-nowrap select-none transition-colors aria-disabled:opacity-50 aria-disabled:cursor-not-allowed ${tones[tone]} ${className}`;
}

type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone;
  /** Its request is running: it looks busy, keeps the focus and ignores clicks. */
  busy?: boolean;
  /** Why it can't be pressed now, shown as a tooltip; the button keeps its place in the tab order. */
  refused?: string | undefined;
};

/** A button that ignores clicks instead of being `disabled`, because a disabled button loses the focus. */
export function Button({
  tone,
  busy = false,
  refused,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const idle = !busy && refused === undefined;
  return (
    <button
      title={refused}
      {...rest}
      type={type}
      aria-disabled={idle ? undefined : true}
      aria-busy={busy || undefined}
      onClick={idle ? onClick : (event) => event.preventDefault()}
      className={buttonClass(tone, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-[1em] animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:hidden"
    />
  );
}
