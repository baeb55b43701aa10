import { isField } from '@/hooks/hands';
import { useDocumentEvent } from '@/hooks/use-document-event';

/**
 * Takes a file, such as a screenshot, that is pasted while no text field has the focus and no dialog is open. Text that is pasted is
 * left to the browser, also where its program adds a picture of it.
 * @param onFile undefined while none can be taken
 */
export function usePastedFile(onFile: ((file: File) => void) | undefined): void {
  useDocumentEvent('paste', (event) => {
    const { clipboardData: data, target } = event;
    const [file] = data?.files ?? [];
    if (!onFile || !file || data!.types.includes('text/plain')) return;
    if (isField(target) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
    event.preventDefault();
    onFile(file);
  });
}
