/** An id or address that copies on click. It carries no handler of its own: the layout's `copyClicked` serves every row. */
export function Copyable({ text, className = '' }: { text: string; className?: string }) {
  return (
    <button type="button" title={text} translate="no" className={`copyable ${className}`}>
      {text}
    </button>
  );
}

/** Copies what a clicked Copyable shows, and says so on it for a moment. */
export async function copyClicked({ target }: MouseEvent) {
  const button = target instanceof Element && target.closest<HTMLElement>('.copyable');
  if (!button) return;

  await navigator.clipboard?.writeText(button.textContent ?? '');
  button.dataset['copied'] = '';
  setTimeout(() => delete button.dataset['copied'], 1200);
}
