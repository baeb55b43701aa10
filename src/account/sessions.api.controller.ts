import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { OwnSessionsService } from '../auth/own-sessions.service.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { ownSession } from '../shared/answers/auth.js';
import { type EndSession, endSession } from '../shared/auth.js';
import { nothing } from '../shared/output.js';

/** A member's own sessions (docs/people.md#sessions-and-signing-in). */
@Controller('api/admin')
@Allow('account.own')
export class SessionsApiController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Get('sessions')
  @Answers('The member’s own sessions, the one used last first.', ownSession.array())
  async list(@CurrentStaff() staff: Staff) {
    return withData(await this.sessions.of(staff));
  }

  @Post('end-session')
  @HttpCode(200)
  @Answers('Ends one of the member’s own sessions at once.', nothing, { refuses: [404] })
  async end(@CurrentStaff() staff: Staff, @Body({ schema: endSession }) { sessionId }: EndSession) {
    await this.sessions.end(staff, sessionId);
    return done('The session has ended');
  }

  @Post('end-other-sessions')
  @HttpCode(200)
  @Answers('Ends all other sessions of the member at once.', nothing, { session: true })
  async endOthers(@CurrentStaff() staff: Staff) {
    await this.sessions.endOthers(staff);
    return done('All other sessions have ended');
  }
}
