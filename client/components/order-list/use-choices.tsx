import { dialogLater } from '@/components/dialog-later';
import type { Choice, Choices } from '@/components/order-list/bulk-actions';
import { type ReactNode, useRef, useState } from 'react';

const ChoicesDialog = dialogLater(async () => (await import('@/components/order-list/choices-dialog')).ChoicesDialog);

/** Lets the member choose in a dialog, whose code loads with the first: `await ask(choices)`; undefined for Esc. */
export function useChoices(): { ask: (choices: Choices) => Promise<Choice | undefined>; dialog: ReactNode } {
  const [choices, setChoices] = useState<Choices>();
  const [open, setOpen] = useState(false);
  const answer = useRef<(choice: Choice | undefined) => void>(undefined);

  function ask(asked: Choices) {
    setChoices(asked);
    setOpen(true);
    return new Promise<Choice | undefined>((resolve) => {
      answer.current = resolve;
    });
  }

  function onAnswer(choice: Choice | undefined) {
    setOpen(false);
    answer.current?.(choice);
  }

  const dialog = choices && <ChoicesDialog {...{ open, choices, onAnswer }} onClose={() => onAnswer(undefined)} />;
  return { ask, dialog };
}
