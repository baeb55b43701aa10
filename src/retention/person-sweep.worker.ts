import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { PersonCopiesService } from './person-copies.service.js';

@Works('person.sweep')
@Injectable()
export class PersonSweepWorker implements JobWorker<'person.sweep'> {
  constructor(private readonly copies: PersonCopiesService) {}

  work(): Promise<void> {
    return this.copies.sweep();
  }
}
