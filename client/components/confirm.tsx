import type { Question, QuestionDialogProps } from '@/components/question';
import { tellFault } from '@/writes/tell-fault';
import { usePage } from '@inertiajs/react';
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

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

type Asked = { question: Question; answer: (yes: boolean) => void };

/** Milliseconds between two questions, so that a double click answers one. */
const pause = 400;

/** Provides one confirmation dialog to the screens inside it. Questions that come while one is open wait for their turn. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Asked[]>([]);
  /** The question that was just answered, while its dialog goes. */
  const [answered, setAnswered] = useState<Asked>();
  const screen = usePage().component;

  useEffect(() => {
    if (!answered) return undefined;
    const timer = setTimeout(() => setAnswered(undefined), pause);
    return () => clearTimeout(timer);
  }, [answered]);

  const ask = useCallback<Ask>(
    (question) => new Promise((answer) => setWaiting((before) => [...before, { question, answer }])),
    [],
  );

  const shown = answered ?? waiting[0];

  function onAnswer(yes: boolean) {
    if (answered || !shown) return;
    setWaiting(([, ...later]) => later);
    setAnswered(shown);
    shown.answer(yes);
  }

  return (
    <Confirm value={ask}>
      {children}
      {shown && (
        <ErrorBoundary
          resetKeys={[shown]}
          onError={(error) => void tellFault(screen, 'Question', error)}
          fallback={<BrowsersQuestion {...{ question: shown.question, onAnswer }} open={!answered} />}
        >
          <Suspense>
            <QuestionDialog {...{ question: shown.question, onAnswer }} open={!answered} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Confirm>
  );
}

/** Asks by `window.confirm` when the dialog can't be loaded or shown. */
function BrowsersQuestion({ open, question, onAnswer }: QuestionDialogProps) {
  useEffect(() => {
    if (open) onAnswer(window.confirm(question.text));
  }, [open, question, onAnswer]);
  return null;
}
