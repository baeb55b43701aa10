import { Injectable } from '@nestjs/common';
import { Storage } from '../platform/storage.js';
import type { ZippedFile } from '../platform/zip.js';
import { PersonDataQueries } from './person-data.queries.js';
import { PersonsQueries } from './persons.queries.js';

/** What the archive of a person's data has: the records of each order and its files (docs/people.md#a-persons-data). */
@Injectable()
export class PersonArchive {
  constructor(
    private readonly persons: PersonsQueries,
    private readonly queries: PersonDataQueries,
    private readonly storage: Storage,
  ) {}

  /**
   * The files, order by order.
   * @param address in lower case
   * @param onOrder called after each order; false ends it
   */
  async *files(address: string, onOrder: () => Promise<boolean>): AsyncGenerator<ZippedFile> {
    for await (const id of this.persons.every(address)) {
      yield* this.filesOf(id);
      if (!(await onOrder())) return;
    }
  }

  private async *filesOf(orderId: number): AsyncGenerator<ZippedFile> {
    const folder = `order-${orderId}`;
    yield {
      name: `${folder}/records.json`,
      what: 'What is on record of the order',
      body: async () => JSON.stringify(await this.queries.recordsOf(orderId), null, 2),
    };
    for (const { name, what, key } of await this.queries.files(orderId)) {
      yield {
        name: `${folder}/${name}`,
        what,
        body: () => this.storage.stream(key).catch(() => ({ missing: 'The file can’t be read now.' })),
      };
    }
  }
}
