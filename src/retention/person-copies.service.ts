import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { Jobs } from '../platform/job-queues.js';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';
import { zipped } from '../platform/zip.js';
import { personCopiesShown } from '../shared/limits.js';
import type { PersonCopy } from '../shared/persons.js';
import { maskedAddress } from '../shared/retention.js';
import { PersonArchive } from './person-archive.js';
import { PersonCopiesQueries, type StoredParts } from './person-copies.queries.js';
import { PersonsQueries } from './persons.queries.js';
import { toPersonCopy } from './retention.present.js';

/** The storage takes whole objects, so an archive of any size is stored in parts of so many bytes. */
const partBytes = 8 * 1024 * 1024;

/** Copies of all that is on record of a person, made by a job and kept for a day (docs/people.md#a-persons-data). */
@Injectable()
export class PersonCopiesService {
  constructor(
    private readonly persons: PersonsQueries,
    private readonly queries: PersonCopiesQueries,
    private readonly archive: PersonArchive,
    private readonly storage: Storage,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Asks for a copy of the orders of an address.
   * @param address in lower case
   * @throws Refused 404 when no order has it; 409 while the member's last copy of it is being made
   */
  async ask(staff: Staff, address: string): Promise<PersonCopy> {
    const orders = await this.persons.countOrders(address);
    if (orders === 0) throw new Refused('No order has this address.', 404);

    const shown = maskedAddress(address);
    const id = await this.transactions.run(async (manager) => {
      const added = await this.queries.add(address, shown, { askedBy: staff.id, orders }, manager);
      if (added === undefined) throw new Refused('This copy is being made already.', 409);
      const note = `Copy ${added}`;
      await this.activity.note(staff, { orderId: null, action: 'person.copied', to: shown, note }, manager);
      return added;
    });
    await this.makeLater(id);
    return this.progress(staff, id);
  }

  /** How far one of the member's own copies is. @throws Refused 404, also for another member's copy */
  async progress(staff: Staff, id: number): Promise<PersonCopy> {
    return toPersonCopy(await this.own(staff, id));
  }

  /** The member's own newest copies. */
  async newest(staff: Staff): Promise<PersonCopy[]> {
    return (await this.queries.newestOf(staff.id, personCopiesShown)).map(toPersonCopy);
  }

  /** The archive. The audit notes that it was fetched. @throws Refused 404; 409 while it is being made */
  async fetch(staff: Staff, id: number): Promise<{ size: number; zip: Readable }> {
    const copy = await this.own(staff, id);
    if (copy.size === null) throw new Refused('This copy is not ready.', 409);
    await this.activity.noteFetch(staff, null, `copy ${id} of the data of ${copy.shown}`);
    return { size: copy.size, zip: Readable.from(this.bytes(copy)) };
  }

  /**
   * Makes a copy. A run that was cut off is begun anew, under a number of its own, so that two runs never write the same
   * file. A run that is no longer wanted, because the person is erased, removes what it stored.
   * @param isLast whether the job is not tried again
   */
  async makeNow(id: number, isLast: boolean): Promise<void> {
    const begun = await this.queries.begin(id);
    if (!begun) return;

    await this.removeFiles(begun.before);
    const made: StoredParts = { id, run: begun.run, parts: 0 };
    try {
      if (!(await this.store(begun.address, made))) await this.removeFiles(made);
    } catch (error) {
      await this.removeFiles(made);
      if (isLast) await this.queries.fail(id, begun.run);
      throw error;
    }
  }

  /** Gives copies whose job was lost a job again, and removes those that are too old. */
  async sweep(): Promise<void> {
    for (const id of await this.queries.unmade()) await this.makeLater(id);
    await this.remove(await this.queries.markOld());
  }

  /** Removes all copies of an address, because the person is erased. */
  async removeOf(address: string): Promise<void> {
    await this.remove(await this.queries.markOf(address));
  }

  /** Stores the archive, and counts the parts in `made`; false when this run is no longer wanted. */
  private async store(address: string, made: StoredParts): Promise<boolean> {
    const { id, run } = made;
    let [size, isWanted] = [0, true];
    const files = this.archive.files(address, async () => {
      isWanted &&= await this.queries.noteOrder(id, run);
      return isWanted;
    });
    for await (const part of inParts(zipped(files))) {
      isWanted &&= await this.queries.notePart(id, run);
      if (!isWanted) return false;
      made.parts += 1;
      await this.storage.put(keyOf(made, made.parts), part, 'application/octet-stream');
      size += part.length;
    }
    return isWanted && this.queries.end(id, run, size);
  }

  private async *bytes(copy: StoredParts): AsyncGenerator<Uint8Array> {
    for (let part = 1; part <= copy.parts; part++) yield* await this.storage.stream(keyOf(copy, part));
  }

  /** The row goes last: a removal that is cut off is found again by the sweep. */
  private async remove(copies: StoredParts[]): Promise<void> {
    for (const copy of copies) {
      await this.removeFiles(copy);
      await this.queries.forget(copy.id);
    }
  }

  private async removeFiles(copy: StoredParts): Promise<void> {
    for (let part = 1; part <= copy.parts; part++) await this.storage.remove(keyOf(copy, part));
  }

  private async own(staff: Staff, id: number) {
    const copy = await this.queries.ofMember(id, staff.id);
    if (!copy) throw new Refused('There is no such copy.', 404);
    return copy;
  }

  private makeLater(copyId: number): Promise<void> {
    return this.jobs.later('person.copy', { copyId }, copyId);
  }
}

function keyOf({ id, run }: StoredParts, part: number): string {
  return `copies/${id}-${run}/${part}`;
}

/** The bytes of a stream in parts of `partBytes`; the last one is shorter. */
async function* inParts(source: Readable): AsyncGenerator<Buffer> {
  let [kept, size]: [Buffer[], number] = [[], 0];
  for await (const chunk of source as AsyncIterable<Buffer>) {
    kept.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield Buffer.concat(kept);
    [kept, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(kept);
}
