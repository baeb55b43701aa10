import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { PacksService } from './packs.service.js';

@Works('pack.sweep')
@Injectable()
export class PackSweepWorker implements JobWorker<'pack.sweep'> {
  constructor(private readonly packs: PacksService) {}

  work(): Promise<void> {
    return this.packs.sweep();
  }
}
