import { useEffect } from 'react';

/** Listens for an event on the document, so that the rows of a list share one listener. */
export function useDocumentEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  onEvent: (event: DocumentEventMap[Name]) => void,
) {
  useEffect(() => {
    document.addEventListener(name, onEvent);
    return () => document.removeEventListener(name, onEvent);
  }, [name, onEvent]);
}
