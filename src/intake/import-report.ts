import { type FileHandle, open, rm } from 'node:fs/promises';
import { csvRows } from '../platform/csv.js';
import type { RefusedLine } from './import-lines.js';

/**
 * The refused lines as CSV: line, external_ref, field, reason, a row for each field. Only the file's owner may read it.
 * An earlier file of this name is removed; without refused lines none is written.
 */
export class Report {
  private file?: FileHandle;

  private constructor(readonly path: string) {}

  static async at(path: string): Promise<Report> {
    await rm(path, { force: true });
    return new Report(path);
  }

  async add(lines: RefusedLine[]): Promise<void> {
    const rows = lines.flatMap(({ number, reference, errors }) =>
      Object.entries(errors).map(([field, reason]) => [String(number), reference, field, reason]),
    );
    if (rows.length === 0) return;
    this.file ??= await this.begin();
    await this.file.write(csvRows(rows));
  }

  async close(): Promise<void> {
    await this.file?.close();
  }

  private async begin(): Promise<FileHandle> {
    const file = await open(this.path, 'wx', 0o600);
    await file.write(csvRows([['line', 'external_ref', 'field', 'reason']]));
    return file;
  }
}
