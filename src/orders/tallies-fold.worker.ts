import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { OrdersService } from './orders.service.js';

@Works('tallies.fold')
@Injectable()
export class TalliesFoldWorker implements JobWorker<'tallies.fold'> {
  constructor(private readonly orders: OrdersService) {}

  work(): Promise<void> {
    return this.orders.foldTallies();
  }
}
