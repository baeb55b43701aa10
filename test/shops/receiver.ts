import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { freePort } from '../support/free-port.js';

type Call = { id: string; type: string; orderId: number; body: string; headers: IncomingHttpHeaders };

/** A shop's server, on a port of its own. It answers 204, or what `answer` does. */
export class Receiver {
  readonly calls: Call[] = [];
  answer = (response: ServerResponse, _call: Call): void => void response.writeHead(204).end();
  private server: Server | undefined;

  private constructor(readonly port: number) {}

  /** A server that is down until `start`. */
  static async make(): Promise<Receiver> {
    return new Receiver(await freePort());
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/webhooks`;
  }

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const { type, data } = JSON.parse(body) as { type: string; data: { order_id: number } };
        const { headers } = request;
        const call = { id: headers['webhook-id'] as string, type, orderId: data.order_id, body, headers };
        this.calls.push(call);
        this.answer(response, call);
      });
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    return this;
  }

  /** What it was told of an order. */
  toldOf(orderId: number): string[] {
    return this.calls.filter((call) => call.orderId === orderId).map(({ type }) => type);
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve) ?? resolve(undefined));
    this.server = undefined;
  }
}
