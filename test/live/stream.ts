import type { LiveEvents } from '../../src/shared/live.js';

type Event = {
  [Name in keyof LiveEvents]: { name: Name; data: LiveEvents[Name]; at: number };
}[keyof LiveEvents];

export type OpenStream = {
  status: number;
  headers: Headers;
  events: Event[];
  /** The first event, past or future, for which `wanted` is true; fails after `seconds`. */
  find<Name extends keyof LiveEvents>(
    name: Name,
    wanted?: (data: LiveEvents[Name]) => boolean,
    seconds?: number,
  ): Promise<{ data: LiveEvents[Name]; at: number }>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
};

/** Reads a stream of server-sent events as a browser does, but does not reconnect when it ends. */
export async function openStream(url: string, token: string): Promise<OpenStream> {
  const abort = new AbortController();
  const answer = await fetch(`${url}/admin/live`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  const events: Event[] = [];
  const ended = answer.status === 200 ? read(answer.body!, (event) => events.push(event)) : Promise.resolve();

  return {
    status: answer.status,
    headers: answer.headers,
    events,
    ended,
    close: () => abort.abort(),
    find: async (name, wanted = () => true, seconds = 15) => {
      const end = Date.now() + seconds * 1_000;
      for (;;) {
        const found = events.find((event) => event.name === name && wanted(event.data as never));
        if (found) return found as never;
        if (Date.now() > end) throw new Error(`No ${name} within ${seconds} s, only ${JSON.stringify(events)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

async function read(body: ReadableStream<Uint8Array>, onEvent: (event: Event) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body) {
      const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
        const name = fields.get('event');
        if (name) onEvent({ name, data: JSON.parse(fields.get('data')!), at: Date.now() } as Event);
      }
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
  }
}
