import { useEffect, useRef, useState } from 'react';

/**
 * Takes a file that is dropped anywhere on the page. Returns whether one is being dragged over the page.
 * @param onFile undefined while none can be taken; the browser then doesn't open a dropped file either
 */
export function useDropAnywhere(onFile: ((file: File) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });

  useEffect(() => {
    function onOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (latest.current) setOver(true);
      else event.dataTransfer.dropEffect = 'none';
    }
    function onLeave({ relatedTarget }: DragEvent) {
      if (relatedTarget === null) setOver(false);
    }
    function onDrop(event: DragEvent) {
      const [file] = event.dataTransfer?.files ?? [];
      setOver(false);
      if (!file) return;
      event.preventDefault();
      latest.current?.(file);
    }
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}
