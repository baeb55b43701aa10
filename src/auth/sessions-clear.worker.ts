import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { AuthService } from './auth.service.js';

@Works('sessions.clear')
@Injectable()
export class SessionsClearWorker implements JobWorker<'sessions.clear'> {
  constructor(private readonly auth: AuthService) {}

  work(): Promise<void> {
    return this.auth.clearSpent();
  }
}
