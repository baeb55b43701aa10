import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import { MailService } from '../mail/mail.service.js';
import { Env } from '../platform/env.js';
import { routes } from '../shared/routes.js';

/** Writing a mail takes a while: nobody is answered sooner, so that the time tells nothing of who has an account. */
const soonestMs = 250;

@Injectable()
export class AccountService {
  constructor(
    private readonly auth: AuthService,
    private readonly mail: MailService,
    private readonly env: Env,
  ) {}

  /**
   * Mails a link to set a new password, single-use and good for 30 minutes; an unknown address gets none, and nobody is told.
   * @throws Refused 429 after three in an hour for one address (api: forgot-password).
   */
  async sendResetLink(email: string): Promise<void> {
    const soonest = pause(soonestMs);
    const mail = await this.auth.requestReset(email, (inside, request) =>
      this.mail.write(inside, {
        order: null,
        memberId: request.memberId,
        kind: 'password',
        provider: 'AWS',
        recipient: request.email,
        sentBy: { id: null, name: 'System' },
        extra: {
          name: request.name,
          link: this.env.publicUrl + routes.reset(request.token),
          minutes: String(request.minutes),
        },
      }),
    );
    // Not awaited: an address that exists must not take longer to answer.
    if (mail) void this.mail.sendLater(mail.id);
    await soonest;
  }
}
