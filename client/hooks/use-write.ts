import { shown } from '@/writes/read-again';
import type { Write } from '@/writes/queue';
import { write } from '@/writes/write';
import { useRef, useState } from 'react';

/** Runs the writes of a group of buttons, one at a time. `running` names the pressed button until the screen shows the result. */
export function useWrite() {
  const [running, setRunning] = useState<string>();
  const isRunning = useRef(false);

  async function run(name: string, request: Write): Promise<void> {
    if (isRunning.current) return;

    isRunning.current = true;
    setRunning(name);
    await write(request);
    await shown();
    isRunning.current = false;
    setRunning(undefined);
  }

  return { running, run };
}
