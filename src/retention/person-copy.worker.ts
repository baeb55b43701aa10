import { Injectable } from '@nestjs/common';
import { type Attempt, type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { PersonCopiesService } from './person-copies.service.js';

@Works('person.copy')
@Injectable()
export class PersonCopyWorker implements JobWorker<'person.copy'> {
  constructor(private readonly copies: PersonCopiesService) {}

  work({ copyId }: JobData['person.copy'], { last }: Attempt): Promise<void> {
    return this.copies.makeNow(copyId, last);
  }
}
