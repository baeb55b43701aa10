import { Avatar } from '@/components/avatar';
import { Dialog } from '@/components/dialog';
import type { Opened } from '@/components/dialog-later';
import { StatusBadge } from '@/components/status-badge';
import type { Choice, Choices } from '@/components/order-list/bulk-actions';

type ChoicesDialogProps = Opened & { choices: Choices; onAnswer: (choice: Choice) => void };

/** The choices of a bulk action. One press chooses; Esc does nothing. */
export function ChoicesDialog({ open, choices: { title, of }, onAnswer, onClose }: ChoicesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ul className="grid gap-1.5">
        {of.map((choice) => (
          <li key={choice.label}>
            <button
              type="button"
              onClick={() => onAnswer(choice)}
              className="flex min-h-10 w-full items-center gap-2.5 rounded-md border border-line px-3 py-1.5 text-left font-medium hover:border-line-strong hover:bg-sunken"
            >
              {choice.isMember && <Avatar name={choice.label} />}
              {choice.status ? <StatusBadge status={choice.status} /> : <Label {...choice} />}
              {choice.hint && <span className="ml-auto text-sm font-normal text-ink-faint">{choice.hint}</span>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The avatar says the name to screen readers already. */
function Label({ label, isMember }: Choice) {
  return (
    <bdi aria-hidden={isMember} className="min-w-0 truncate">
      {label}
    </bdi>
  );
}
