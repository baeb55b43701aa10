import { useDebounced } from '@/hooks/use-debounced';
import { searchDebounceMs } from '@shared/limits';
import { Search } from 'lucide-react';
import { useState } from 'react';

type SearchBoxProps = {
  label: string;
  /** What the shown list was searched for. */
  value: string;
  /** Called with the trimmed text, once typing has paused or ended: by Enter, or for something else on the screen. */
  onSearch: (text: string) => void;
};

/** A search that goes off by itself half a second after the last letter (spec §5), once for each text. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const typed = useDebounced(search, searchDebounceMs);

  function search(wanted: string) {
    if (wanted.trim() !== value) onSearch(wanted.trim());
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
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            typed.later(event.target.value);
          }}
          onBlur={typed.now}
          className="control w-72 pl-8 max-sm:w-full"
        />
      </form>
    </search>
  );
}
