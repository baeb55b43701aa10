import { shown } from '@/writes/read-again';
import type { Write } from '@/writes/queue';
import type { Outcome } from '@/writes/send';
import { write } from '@/writes/write';
import { useRef, useState } from 'react';

/**
 * Runs the writes of a group of buttons, one at a time. `running` names the pressed button until the screen shows the result.
 * `run` returns the outcome, whose message is followed by `about`; undefined when another one is still running.
 */
export function useWrite() {
  const [running, setRunning] = useState<string>();
  const isRunning = useRef(false);

  async function run(name: string, request: Write, about?: string): Promise<Outcome | undefined> {
    if (isRunning.current) return undefined;

    isRunning.current = true;
    setRunning(name);
    const outcome = await write(request, { about });
    await shown();
    isRunning.current = false;
    setRunning(undefined);
    return outcome;
  }

  return { running, run };
}
