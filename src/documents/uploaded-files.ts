import { Injectable, Logger } from '@nestjs/common';
import { Refused } from '../platform/reply.js';
import { Storage } from '../platform/storage.js';

/** A file that was uploaded and checked, with the key under which it is stored. */
type UploadedFile = { storageKey: string; bytes: Buffer; contentType: string };

/** Stores what members upload, together with its row or not at all (docs/form.md#uploads-and-documents). */
@Injectable()
export class UploadedFiles {
  private readonly log = new Logger('documents');

  constructor(private readonly storage: Storage) {}

  /**
   * Stores a file, then writes its row; when that is refused, the file is removed.
   * @throws Refused 503 when there is no space, or the storage does not answer; else what `write` throws
   */
  async keep<Result>({ storageKey, bytes, contentType }: UploadedFile, write: () => Promise<Result>): Promise<Result> {
    await this.storage.put(storageKey, bytes, contentType).catch((error: unknown) => {
      this.log.error({ file: storageKey, error: String(error) }, 'file not stored');
      throw new Refused('The file can’t be kept at the moment. Please try again later.', 503);
    });
    try {
      return await write();
    } catch (error) {
      // After any other error the commit may have succeeded although its answer was lost. The sweep then removes the file
      // if it has no row.
      if (error instanceof Refused) await this.storage.remove(storageKey);
      throw error;
    }
  }
}
