import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { LiveService } from './live.service.js';

@Controller('admin/live')
@Allow('orders.work')
export class LiveController {
  constructor(private readonly live: LiveService) {}

  /**
   * Streams changes of orders as they happen (shared/live.ts). The headers keep proxies from buffering or caching the
   * stream.
   */
  @Get()
  @Header('Cache-Control', 'no-store, no-transform')
  @Header('X-Accel-Buffering', 'no')
  stream(@CurrentStaff() staff: Staff) {
    return new StreamableFile(this.live.open(staff), { type: 'text/event-stream; charset=utf-8' });
  }
}
