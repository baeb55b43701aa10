import { Injectable } from '@nestjs/common';
import { type Attempt, type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { ReadingService } from './reading.service.js';

@Works('inbound.read')
@Injectable()
export class InboundReadWorker implements JobWorker<'inbound.read'> {
  constructor(private readonly reading: ReadingService) {}

  work({ inboundMailId }: JobData['inbound.read'], { last }: Attempt): Promise<void> {
    return this.reading.readNow(inboundMailId, last);
  }
}
