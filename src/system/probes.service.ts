import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Env } from '../platform/env.js';
import { PdfPrinter } from '../platform/pdf/printer.js';
import { Storage } from '../platform/storage.js';
import { SystemQueries } from './system.queries.js';

/** Looks at what only a worker can tell: whether it stores files, and whether its browser prints. */
@Injectable()
export class ProbesService {
  constructor(
    private readonly queries: SystemQueries,
    private readonly storage: Storage,
    private readonly printer: PdfPrinter,
    private readonly env: Env,
  ) {}

  async look(): Promise<void> {
    await this.note('Storage', () => this.store());
    await this.note('Browser', () => this.print());
  }

  private async note(name: string, look: () => Promise<string>): Promise<void> {
    const [ok, detail] = await look().then(
      (text) => [true, text] as const,
      (error: unknown) => [false, String(error).slice(0, 500)] as const,
    );
    await this.queries.noteProbe(name, ok, detail);
  }

  /** Writes a file, reads it and removes it. */
  private async store(): Promise<string> {
    const key = `probes/${randomUUID()}`;
    const bytes = Buffer.from(key);
    await this.storage.put(key, bytes, 'text/plain');
    try {
      if (!bytes.equals(await this.storage.read(key))) throw new Error('It gave back other bytes than it got');
    } finally {
      await this.storage.remove(key);
    }
    return this.env.S3_BUCKET ? `bucket ${this.env.S3_BUCKET}` : 'a folder';
  }

  /** How the browser's last print went. After a failed one it prints again. */
  private async print(): Promise<string> {
    if (this.printer.failed) await this.printer.open();
    return this.printer.printed ? 'prints' : 'not used since the worker started';
  }
}
