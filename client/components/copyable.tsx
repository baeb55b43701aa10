import { copyOrSay } from '@/hooks/copy';

/** An id or address that copies on click. It has no click handler: the layout's `copyClicked` handles every row. */
export function Copyable({ text, className = '' }: { text: string; className?: string }) {
  return (
    <button type="button" title={text} translate="no" dir="auto" className={`copyable ${className}`}>
      {text}
    </button>
  );
}

/** An email address that copies on click. Where it does not fit into one line, the domain has the second. */
export function CopyableEmail({ text }: { text: string }) {
  const at = text.lastIndexOf('@');
  return (
    <button type="button" title={text} translate="no" dir="auto" className="copyable wraps">
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </button>
  );
}

/** Copies the text of a clicked Copyable, and shows on it for a moment that it was copied. */
export async function copyClicked({ target }: MouseEvent) {
  const button = target instanceof Element && target.closest<HTMLElement>('.copyable');
  if (!button) return;

  if (!(await copyOrSay(button.textContent ?? ''))) return;
  button.dataset['copied'] = '';
  setTimeout(() => delete button.dataset['copied'], 1200);
}
