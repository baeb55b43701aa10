import { say } from '@/hooks/use-toasts';

/** Copies a text. False where the browser gives the page no clipboard, as over plain HTTP, or refuses. */
export async function copy(text: string): Promise<boolean> {
  const copying = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return (await copying) ?? false;
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
