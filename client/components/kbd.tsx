import type { ReactNode } from 'react';

/** A key, as it is labelled on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-grid min-w-5 place-items-center rounded-xs border border-line-strong bg-canvas px-1 font-sans text-xs leading-4.5 font-medium text-ink-soft">
      {children}
    </kbd>
  );
}

/** A key's name for people: `Ctrl K`, `⇧ X`. */
export function labelOf(key: string): string {
  return key
    .replace('Control+', 'Ctrl ')
    .replace('Shift+', 'Shift ')
    .replace('Escape', 'Esc')
    .replace(/ (\w)$/, (letter) => letter.toUpperCase());
}
