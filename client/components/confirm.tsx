import type { Question, QuestionDialogProps } from '@/components/question';
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useEffect, useRef, useState } from 'react';

const QuestionDialog = lazy(async () => ({
  default: await import('@/components/question').then(
    ({ QuestionDialog: Loaded }) => Loaded,
    () => BrowsersQuestion,
  ),
}));

/** The question before anything is deleted (docs/screens.md#screens). */
export const deleteQuestion: Question = { text: 'Are you sure you want to delete?', dangerous: true };

type Ask = (question: Question) => Promise<boolean>;

const Confirm = createContext<Ask>(() => Promise.resolve(false));

/** Asks before something is done: `if (await confirm(deleteQuestion)) …`. The dialog loads with the first question. */
export function useConfirm(): Ask {
  return use(Confirm);
}

/** Provides one confirmation dialog to the screens inside it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(undefined);

  const ask = useCallback<Ask>((asked) => {
    setQuestion(asked);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);

  function onAnswer(yes: boolean) {
    setOpen(false);
    answer.current?.(yes);
  }

  return (
    <Confirm value={ask}>
      {children}
      {question && (
        <Suspense>
          <QuestionDialog {...{ open, question, onAnswer }} />
        </Suspense>
      )}
    </Confirm>
  );
}

/** Asks by `window.confirm` when the dialog's code can't be loaded. */
function BrowsersQuestion({ open, question, onAnswer }: QuestionDialogProps) {
  useEffect(() => {
    if (open) onAnswer(window.confirm(question.text));
  }, [open, question, onAnswer]);
  return null;
}
