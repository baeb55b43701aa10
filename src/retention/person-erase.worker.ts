import { Injectable } from '@nestjs/common';
import { type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { PersonsService } from './persons.service.js';

@Works('person.erase')
@Injectable()
export class PersonEraseWorker implements JobWorker<'person.erase'> {
  constructor(private readonly persons: PersonsService) {}

  work({ requestId }: JobData['person.erase']): Promise<void> {
    return this.persons.eraseNow(requestId);
  }
}
