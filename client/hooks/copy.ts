import { say } from '@/hooks/use-toasts';

/**
 * Copies a text, also one that is still to come: Safari and Firefox let a page copy at the press alone, so the clipboard is
 * promised it then. False where the browser gives the page no clipboard, as over plain HTTP, or refuses.
 */
export async function copy(text: string | Promise<string>): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (!clipboard) return false;
  const copying = typeof text === 'string' ? clipboard.writeText(text) : clipboard.write([promised(text)]);
  return copying.then(
    () => true,
    () => false,
  );
}

function promised(text: Promise<string>): ClipboardItem {
  const type = 'text/plain';
  return new ClipboardItem({ [type]: text.then((words) => new Blob([words], { type })) });
}

/** The same, and says so where nothing was copied. */
export async function copyOrSay(text: string): Promise<boolean> {
  const isCopied = await copy(text);
  if (!isCopied)
    void say({
      type: 'error',
      message: 'The browser did not let this page copy. Select the text and copy it by hand.',
    });
  return isCopied;
}
