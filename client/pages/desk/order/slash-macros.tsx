import type { OfferedMacro } from '@/components/macro-question';
import { type KeyboardEvent, useId, useState } from 'react';

type SlashProps = {
  /** The text of the remark. */
  text: string;
  offered: OfferedMacro[];
  apply: (macro: OfferedMacro) => Promise<boolean>;
  /** Empties the remark. */
  clear: () => void;
};

/**
 * The macros that a remark beginning with `/` means, and what its field needs for them: arrows choose, Enter applies
 * (docs/orders.md#macros).
 */
export function useSlash({ text, offered, apply, clear }: SlashProps) {
  const id = useId();
  const [at, setAt] = useState(0);
  const found = text.startsWith('/') ? named(offered, text.slice(1)) : [];
  const chosen = Math.min(at, found.length - 1);
  const isOpen = found.length > 0;

  async function take(macro: OfferedMacro) {
    if (await apply(macro)) clear();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((chosen + step + found.length) % found.length);
    else if (event.key === 'Enter') void take(found[chosen]!);
    else if (event.key === 'Escape') clear();
    else return;
    event.preventDefault();
  }

  const field = {
    onKeyDown,
    'aria-autocomplete': 'list',
    'aria-controls': isOpen ? id : undefined,
    'aria-activedescendant': isOpen ? `${id}-${chosen}` : undefined,
  } as const;
  return { field, list: isOpen && <Found {...{ id, found, chosen, onTake: take }} /> };
}

type FoundProps = { id: string; found: OfferedMacro[]; chosen: number; onTake: (macro: OfferedMacro) => Promise<void> };

function Found({ id, found, chosen, onTake }: FoundProps) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't hold marked-up rows
      role="listbox"
      aria-label="Macros"
      className="mt-1 rounded-md border border-line bg-surface p-1 shadow-float"
    >
      {found.map((macro, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and takes the keys
        <div
          key={macro.id}
          id={`${id}-${at}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          aria-disabled={macro.refused !== undefined || undefined}
          // the field keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void onTake(macro)}
          className="cursor-pointer rounded-sm px-2 py-1.5 aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint aria-selected:bg-accent-soft"
        >
          <bdi className="wrap-anywhere">{macro.name}</bdi>
          {macro.refused && <span className="block text-sm">{macro.refused}</span>}
        </div>
      ))}
    </div>
  );
}

/** The macros whose name has this text. */
function named(offered: OfferedMacro[], text: string): OfferedMacro[] {
  const wanted = text.trim().toLowerCase();
  return offered.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, 9);
}
