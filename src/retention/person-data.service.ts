import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { type ZippedFile, zipped } from '../platform/zip.js';
import { maskedAddress } from '../shared/retention.js';
import { PersonDataQueries } from './person-data.queries.js';
import { PersonsQueries } from './persons.queries.js';

/** All that is on record of a person, as an archive (docs/product.md#a-persons-data). */
@Injectable()
export class PersonDataService {
  constructor(
    private readonly persons: PersonsQueries,
    private readonly queries: PersonDataQueries,
    private readonly storage: Storage,
    private readonly activity: ActivityService,
  ) {}

  /**
   * The orders of an address as a ZIP that is written while it is sent, so that no copy is kept.
   * @param address in lower case
   * @throws Refused 404 when no order has it
   */
  async zip(staff: Staff, address: string): Promise<{ name: string; zip: Readable }> {
    if ((await this.persons.countOrders(address)) === 0) throw new Refused('No order has this address.', 404);

    await this.activity.noteAlone(staff, { orderId: null, action: 'person.copied', to: maskedAddress(address) });
    return { name: 'personal-data.zip', zip: zipped(this.files(address)) };
  }

  private async *files(address: string): AsyncGenerator<ZippedFile> {
    for await (const id of this.persons.every(address)) yield* this.filesOf(id);
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
