import { isField } from '@/hooks/hands';
import { useEffect, useRef } from 'react';

/**
 * Takes a file, such as a screenshot, that is pasted while no text field has the focus and no dialog is open. Text that is pasted is
 * left to the browser, also where its program adds a picture of it.
 * @param onFile undefined while none can be taken
 */
export function usePastedFile(onFile: ((file: File) => void) | undefined): void {
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });

  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const { clipboardData: data, target } = event;
      const [file] = data?.files ?? [];
      if (!latest.current || !file || data!.types.includes('text/plain')) return;
      if (isField(target) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      latest.current(file);
    }
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}
