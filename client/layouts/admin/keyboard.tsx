import { useDocumentEvent } from '@/hooks/use-document-event';
import { areKeysHeld, askedForPage, isField } from '@/hooks/hands';
import { actionOf, choice, keyNamed, keyOf, useKeys } from '@/hooks/use-keys';
import { useSettings } from '@/hooks/use-settings';
import { dialogLater } from '@/components/dialog-later';
import { Kbd } from '@/components/kbd';
import { openNext } from '@/writes/next-order';
import { useStore } from '@/writes/store';
import { keyRows } from '@shared/keys';
import { useCallback, useState } from 'react';

const CommandBar = dialogLater(async () => (await import('@/layouts/admin/command-bar')).default);
const KeyHelp = dialogLater(async () => (await import('@/layouts/admin/key-help')).default);

/** The keys of every screen, the command bar, and the choice that waits for its letter (docs/screens.md#keys). */
export function Keyboard() {
  const { keys } = useSettings();
  const [open, setOpen] = useState<'bar' | 'help'>();
  const close = useCallback(() => setOpen(undefined), []);
  useKeys({
    find: () => setOpen('bar'),
    search: () => setOpen('bar'),
    help: () => setOpen('help'),
    next: () => void openNext(),
  });
  useDocumentEvent(
    'keydown',
    useCallback((event) => onKeyDown(event, keys), [keys]),
  );
  return (
    <>
      <Choosing />
      <CommandBar open={open === 'bar'} onClose={close} />
      <KeyHelp open={open === 'help'} onClose={close} />
    </>
  );
}

/** Opens the command bar, from a button. */
export function findOrders(): void {
  actionOf('find')?.();
}

function onKeyDown(event: KeyboardEvent, lettersOn: boolean): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const pressed = keyOf(event);
  if (choose(pressed)) return event.preventDefault();

  const name = keyNamed(pressed);
  if (!name) return;
  const { always } = keyRows[name];
  if (!always && (!lettersOn || areKeysHeld() || isBusy(event.target, pressed))) return;
  if (isInDialog(event.target)) return;
  event.preventDefault();
  askedForPage();
  actionOf(name)!(pressed);
}

/** Gives a pressed key to the choice that waits for it; any other key ends the choice. */
function choose(pressed: string): boolean {
  const waiting = choice.get();
  if (!waiting || /^(Shift|Control|Alt|Meta)$/.test(pressed)) return false;

  choice.set(undefined);
  askedForPage();
  waiting.of.find(({ key }) => key === pressed.toLowerCase())?.act();
  return true;
}

/** Whether a single key belongs to the element that has the focus: text in a field, Enter on a link or button. */
function isBusy(target: EventTarget | null, pressed: string): boolean {
  if (isField(target)) return true;
  return pressed === 'Enter' && target instanceof Element && target.closest('a, button, input, summary') !== null;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}

function Choosing() {
  const waiting = useStore(choice);
  return (
    <output className="block">
      {waiting && (
        <span className="fixed bottom-4 left-1/2 z-50 flex max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-wrap items-center gap-x-4 gap-y-1.5 rounded-lg bg-surface px-4 py-3 shadow-float">
          <span className="font-semibold">{waiting.title}</span>
          {waiting.of.map(({ key, says }) => (
            <span key={key} className="inline-flex items-center gap-1.5">
              <Kbd>{key}</Kbd> {says}
            </span>
          ))}
          <span className="inline-flex items-center gap-1.5 text-ink-faint">
            <Kbd>Esc</Kbd> Nothing
          </span>
        </span>
      )}
    </output>
  );
}
