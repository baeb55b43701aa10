import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { ProbesService } from './probes.service.js';

@Works('system.probe')
@Injectable()
export class SystemProbeWorker implements JobWorker<'system.probe'> {
  constructor(private readonly probes: ProbesService) {}

  work(): Promise<void> {
    return this.probes.look();
  }
}
