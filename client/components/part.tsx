import { Button } from '@/components/button';
import { readAgain } from '@/writes/read-again';
import { tellFault } from '@/writes/tell-fault';
import { usePage } from '@inertiajs/react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';

type PartProps = {
  /** What the log and the operator's page call it; nothing of a customer. */
  name: string;
  children: ReactNode;
};

const PartName = createContext('');

/**
 * A part of a screen that keeps its own faults: it says that it could not be shown and offers to try again, and the rest of the
 * screen works (docs/screens.md#a-part-that-fails). Each read of the screen tries it again.
 */
export function Part({ name, children }: PartProps) {
  return (
    <PartName value={name}>
      <ErrorBoundary FallbackComponent={NotShown} resetKeys={[usePage()]}>
        {children}
      </ErrorBoundary>
    </PartName>
  );
}

function NotShown({ error }: FallbackProps) {
  const part = use(PartName);
  const screen = usePage().component;
  const [ref, setRef] = useState<string>();
  useEffect(() => {
    let isShown = true;
    const tell = async () => {
      const told = await tellFault(screen, part, error);
      if (isShown) setRef(told);
    };
    void tell();
    return () => {
      isShown = false;
    };
  }, [screen, part, error]);
  return (
    <div role="alert" className="my-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-caution-soft px-4 py-3">
      <p className="min-w-0 font-medium text-caution">This part could not be shown.</p>
      <Button onClick={() => void readAgain()}>Try again</Button>
      {ref && <p className="text-sm text-ink-soft">Reference: {ref}</p>}
    </div>
  );
}
