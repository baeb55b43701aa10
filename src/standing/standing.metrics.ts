import { Injectable } from '@nestjs/common';
import { gauge } from '../platform/metrics.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { BoardQueries } from './board.queries.js';

/** Metrics about the board, for alerts. */
@Injectable()
export class StandingMetrics {
  constructor(queries: BoardQueries) {
    gauge('orders_at_risk', 'Orders whose card is not delivered, by where they are in time', 'standing', () =>
      queries.counts(kualaLumpurToday()),
    );
  }
}
