import type { DraftState } from '@/hooks/use-draft-form';
import type { ReactNode } from 'react';

const words = {
  kept: 'Draft kept',
  restored: 'Draft restored',
  waiting: 'Draft not kept yet: trying again',
};

/**
 * Shows the state of a form's draft in small text, with a button that discards it.
 * @param children what is said in its place while there is no draft
 */
export function DraftNote({ draft: { note, discard }, children }: { draft: DraftState; children?: ReactNode }) {
  return (
    <p className="mt-1.5 flex min-h-5 justify-between gap-2 text-ink-faint">
      <output className="empty:-mr-2">{note && words[note]}</output>
      {note ? (
        <button type="button" className="cursor-pointer underline underline-offset-2 hover:text-ink" onClick={discard}>
          Discard
        </button>
      ) : (
        children && <span className="flex-1 text-sm">{children}</span>
      )}
    </p>
  );
}
