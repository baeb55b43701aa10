import { backdropClass } from '@/components/dialog';
import { Kbd, labelOf } from '@/components/kbd';
import { Part } from '@/components/part';
import { StatusBadge } from '@/components/status-badge';
import { callApi } from '@/hooks/call-api';
import { useCan } from '@/hooks/use-can';
import { useDebounced } from '@/hooks/use-debounced';
import { actionOf, keysNow } from '@/hooks/use-keys';
import { menuIcons } from '@/layouts/admin/menu-icons';
import { Dialog as Base } from '@base-ui/react/dialog';
import { router } from '@inertiajs/react';
import type { FoundOrder } from '@shared/answers/find';
import { formatShortDay } from '@shared/dates';
import { type KeyName, keyRows } from '@shared/keys';
import { searchLength } from '@shared/limits';
import { menuEntries } from '@shared/menu';
import { routes } from '@shared/routes';
import { Package, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';

type Entry = { key: string; group: 'Orders' | 'Actions' | 'Screens'; shows: ReactNode; act: () => void };

/** Keys that mean a row, or the bar itself: no entries. */
const noEntries: readonly KeyName[] = ['find', 'search', 'down', 'up', 'open', 'tick', 'tickRange', 'leave'];

/** Milliseconds after the last letter before the server is asked. */
const pause = 120;

/** Finds orders, screens and the actions of the screen below it (docs/screens.md#finding-an-order). */
export default function CommandBar({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          aria-label="Find"
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[70dvh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-lg bg-surface shadow-float transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          {open && (
            <Part name="Find">
              <Finder onClose={onClose} />
            </Part>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const { orders, ask, busy, trouble } = useFound();
  const entries = useEntries(text, orders);
  const { current, choose, onKeyDown, beginAnew } = useChoice(entries, { busy, trouble, onClose });

  const said =
    trouble ?? (text.trim() === '' ? '' : busy ? 'Searching …' : entries.length === 0 ? 'Nothing found' : '');
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
        <input
          type="text"
          role="combobox"
          aria-label="Find orders, screens and actions"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.key}`}
          placeholder="Number, name, email, passport, phone, transaction …"
          autoComplete="off"
          maxLength={10 * searchLength}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            beginAnew();
            ask(target.value);
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-hidden"
        />
        <Kbd>Esc</Kbd>
      </div>
      <output className={said ? 'block px-4 py-3 text-ink-faint' : 'sr-only'}>
        {said || `${entries.length} found`}
      </output>
      <Entries {...{ id, entries, current, choose }} />
    </>
  );
}

type Around = { busy: boolean; trouble: string | undefined; onClose: () => void };

/**
 * The current entry, the keys that choose another one, and what chooses it. The first entry is current once the answer is there.
 * An entry that the member went to stays current, whatever else comes or goes: Enter opens no entry that took its place.
 */
function useChoice(entries: Entry[], { busy, trouble, onClose }: Around) {
  const [key, setKey] = useState<string>();
  // until the answer is there another entry may become the first
  if (key === undefined && !busy && entries[0]) setKey(entries[0].key);
  const current = entries.find((entry) => entry.key === key);
  // Enter came before the answer: the shown rows are of an older text
  const [isAwaited, setAwaited] = useState(false);
  const isDue = isAwaited && !busy;

  function choose(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    // after the bar has given the focus back, so that the action can move it
    setTimeout(entry.act);
  }

  const chooseFirst = useEffectEvent(() => {
    setAwaited(false);
    if (!trouble) choose(entries[0]);
  });
  useEffect(() => {
    if (isDue) chooseFirst();
  }, [isDue]);

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      setAwaited(false);
      const from = current ? entries.indexOf(current) : step === 1 ? -1 : 0;
      setKey(entries[(from + step + entries.length) % Math.max(1, entries.length)]?.key);
    } else if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // no entry is current yet; one that the member moved to is chosen at once
    else if (busy && key === undefined) setAwaited(true);
    else choose(current);
    event.preventDefault();
  }

  function beginAnew() {
    setKey(undefined);
    setAwaited(false);
  }

  return { current, choose, onKeyDown, beginAnew };
}

type EntriesProps = { id: string; entries: Entry[]; current: Entry | undefined; choose: (entry: Entry) => void };

function Entries({ id, entries, current, choose }: EntriesProps) {
  return (
    <div
      id={`${id}-list`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't hold marked-up rows
      role="listbox"
      aria-label="Found"
      className="overflow-y-auto overscroll-contain p-1.5 empty:hidden"
    >
      {entries.map((entry, index) => (
        <div key={entry.key} role="presentation">
          {entries[index - 1]?.group !== entry.group && (
            <p role="presentation" className="px-2.5 pt-2 pb-1 text-sm text-ink-faint">
              {entry.group}
            </p>
          )}
          <Option id={`${id}-${entry.key}`} isCurrent={entry === current} onChoose={() => choose(entry)}>
            {entry.shows}
          </Option>
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; isCurrent: boolean; onChoose: () => void; children: ReactNode };

function Option({ id, isCurrent, onChoose, children }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and takes the keys
    <div
      ref={(option) => {
        if (isCurrent) option?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      onClick={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 hover:bg-sunken aria-selected:bg-accent-soft"
    >
      {children}
    </div>
  );
}

/** Asks the server a moment after the last letter. An older answer never replaces a newer one. */
function useFound() {
  const [found, setFound] = useState<{ orders: FoundOrder[]; trouble?: string }>({ orders: [] });
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);

  async function askNow(text: string) {
    if (text === '') return;
    const turn = ++latest.current;
    const answer = await callApi<FoundOrder[]>('post', routes.api.findOrders, { text }).catch((error: Error) => error);
    if (turn !== latest.current) return;
    setBusy(false);
    if (answer instanceof Error || answer.status !== 1) setFound({ orders: [], trouble: answer.message });
    else setFound({ orders: answer.data });
  }

  const later = useDebounced((text: string) => void askNow(text), pause);

  function ask(text: string) {
    latest.current += 1;
    const isAsked = text.trim() !== '';
    setBusy(isAsked);
    if (!isAsked) setFound({ orders: [] });
    later.later(text.trim());
  }

  return { ...found, ask, busy };
}

/** Orders first, then what can be done on this screen, then screens. */
function useEntries(text: string, orders: FoundOrder[]): Entry[] {
  const can = useCan();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  const actions = keysNow().filter((name) => !noEntries.includes(name) && fits(keyRows[name].says));
  const screens = menuEntries.filter(({ label, see }) => can(see) && fits(label));
  return [
    ...orders.map((order): Entry => ({
      key: order.encoded_id,
      group: 'Orders',
      shows: <Found order={order} />,
      act: () => router.visit(routes.order(order.encoded_id)),
    })),
    ...actions.map((name): Entry => ({
      key: name,
      group: 'Actions',
      shows: (
        <>
          <span className="min-w-0 flex-1 truncate">{keyRows[name].says}</span>
          <Kbd>{labelOf(keyRows[name].keys[0]!)}</Kbd>
        </>
      ),
      act: () => actionOf(name)?.(),
    })),
    ...screens.map(({ label, path, icon }): Entry => {
      const Icon = menuIcons[icon];
      return {
        key: path,
        group: 'Screens',
        shows: (
          <>
            {Icon && <Icon aria-hidden className="size-4 text-ink-faint" />} {label}
          </>
        ),
        act: () => router.visit(path),
      };
    }),
  ];
}

function Found({ order }: { order: FoundOrder }) {
  return (
    <>
      <Package aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <span className="font-medium tabular-nums">{order.order_id}</span>
      <bdi className="min-w-0 flex-1 truncate">{order.full_name}</bdi>
      <span className="text-sm text-ink-faint tabular-nums max-sm:hidden">{formatShortDay(order.doa)}</span>
      <StatusBadge status={order.process_status} />
    </>
  );
}
