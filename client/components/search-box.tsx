import { useDebounced } from '@/hooks/use-debounced';
import { searchDebounceMs, searchLength } from '@shared/limits';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

type SearchBoxProps = {
  label: string;
  /** The search text of the shown list. */
  value: string;
  /** Called with the trimmed text after a pause in typing, on Enter, or when the field loses the focus. */
  onSearch: (text: string) => void;
  /** Whether the search began on the previous screen, so that the field takes the focus here. */
  goesOn?: boolean;
};

/** Searches by itself half a second after the last letter (docs/screens.md#lists-and-search), once for each text. */
export function SearchBox({ label, value, onSearch, goesOn = false }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const typed = useDebounced(search, searchDebounceMs);

  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!goesOn) return;
    input.current?.focus();
    input.current?.setSelectionRange(-1, -1);
  }, [goesOn]);
  const isTooLong = text.trim().length > searchLength;

  function search(wanted: string) {
    const trimmed = wanted.trim();
    if (trimmed !== value && trimmed.length <= searchLength) onSearch(trimmed);
  }

  return (
    <search className="max-sm:flex-1">
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          typed.later(text);
          typed.now();
        }}
      >
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
        />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? 'search-error' : undefined}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            typed.later(event.target.value);
          }}
          onBlur={typed.now}
          className="control w-72 pl-8 max-sm:w-full"
        />
        {isTooLong && (
          <p
            id="search-error"
            role="alert"
            className="absolute top-full right-0 left-0 z-20 mt-1 rounded-md bg-surface px-2.5 py-1.5 text-danger shadow-float"
          >
            A search has {searchLength} letters at most. This one has {text.trim().length}.
          </p>
        )}
      </form>
    </search>
  );
}
