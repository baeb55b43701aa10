import { Injectable } from '@nestjs/common';
import { type Attempt, type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { PacksService } from './packs.service.js';

@Works('pack.render')
@Injectable()
export class PackRenderWorker implements JobWorker<'pack.render'> {
  constructor(private readonly packs: PacksService) {}

  work({ packId }: JobData['pack.render'], attempt: Attempt): Promise<void> {
    return this.packs.renderNow(packId, attempt);
  }
}
