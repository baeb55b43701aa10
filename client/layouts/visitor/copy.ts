/** Shows the buttons that copy a text, where the browser lets a page copy. Without a script the text alone is there. */
export function bringCopying(): void {
  if (!('clipboard' in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(button.dataset.copy!).then(
    () => true,
    () => false,
  );
  if (!isCopied) return;
  for (const said of document.querySelectorAll<HTMLElement>('[data-copied]')) said.hidden = false;
}
