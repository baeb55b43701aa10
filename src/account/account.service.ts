import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import type { Staff } from '../auth/staff.js';
import { MailService } from '../mail/mail.service.js';
import { Env } from '../platform/env.js';
import { mailProviders } from '../shared/mail-providers.js';
import { routes } from '../shared/routes.js';

/** The least time of an answer. Writing a mail takes a while, so a quicker answer would reveal an unknown address. */
const soonestMs = 250;

@Injectable()
export class AccountService {
  constructor(
    private readonly auth: AuthService,
    private readonly mail: MailService,
    private readonly env: Env,
  ) {}

  /**
   * Mails a link to set a new password, single-use and good for 30 minutes; an unknown address gets none, and the answer
   * is the same.
   * @throws Refused 429 after three in an hour for one address (docs/people.md#sessions-and-signing-in).
   */
  async sendResetLink(email: string): Promise<void> {
    const soonest = pause(soonestMs);
    const mail = await this.auth.requestReset(email, (request, manager) =>
      this.mail.write(
        {
          order: null,
          memberId: request.memberId,
          kind: 'password',
          provider: mailProviders[0],
          recipient: request.email,
          sentBy: { id: null, name: 'System' },
          extra: {
            name: request.name,
            link: this.env.publicUrl + routes.reset(request.token),
            minutes: String(request.minutes),
          },
        },
        manager,
      ),
    );
    // Not awaited: an address that exists must not take longer to answer.
    if (mail) void this.mail.sendLater(mail.id);
    await soonest;
  }

  /** Sets the member's own password, ends every session of the member, and tells the member by mail. */
  async changePassword(staff: Staff, newPassword: string): Promise<void> {
    const mail = await this.auth.changePassword(staff, newPassword, (member, manager) =>
      this.mail.writePasswordChanged(member, 'In the Admin Portal, signed in as you', manager),
    );
    await this.mail.sendLater(mail.id);
  }

  /**
   * Sets the password of the member whom the link names, ends that member's sessions, and tells the member by mail.
   * @throws Refused 404 for a link that is used, unknown or expired.
   */
  async resetPassword(token: string, newPassword: string): Promise<void> {
    const mail = await this.auth.resetPassword(token, newPassword, (member, manager) =>
      this.mail.writePasswordChanged(member, 'With the link that was mailed to you', manager),
    );
    await this.mail.sendLater(mail.id);
  }
}
