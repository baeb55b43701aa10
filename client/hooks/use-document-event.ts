import { useEffect } from 'react';

/** Listens for an event anywhere in the page: one listener where every row of a list would need its own. */
export function useDocumentEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  onEvent: (event: DocumentEventMap[Name]) => void,
) {
  useEffect(() => {
    document.addEventListener(name, onEvent);
    return () => document.removeEventListener(name, onEvent);
  }, [name, onEvent]);
}
