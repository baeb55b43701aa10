import { Button } from '@/components/button';
import { backdropClass, popupClass } from '@/components/dialog';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';

export type Question = { text: string; dangerous?: boolean };

export type QuestionDialogProps = { open: boolean; question: Question; onAnswer: (yes: boolean) => void };

/** A Yes/No question. No has the focus, and Esc answers No (docs/screens.md#screens). */
export function QuestionDialog({ open, question, onAnswer }: QuestionDialogProps) {
  const no = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Popup initialFocus={no} className={`${popupClass} max-w-sm p-5 pb-4`}>
          <AlertDialog.Title className="text-lg font-semibold">{question.text}</AlertDialog.Title>
          <div className="mt-5 flex justify-end gap-2">
            <Button ref={no} onClick={() => onAnswer(false)} className="min-w-16">
              No
            </Button>
            <Button
              tone={question.dangerous ? 'danger' : 'primary'}
              onClick={() => onAnswer(true)}
              className="min-w-16"
            >
              Yes
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
