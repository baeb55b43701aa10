import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Page } from '../platform/page.js';
import { Open } from '../platform/allow.js';
import { carryOn } from '../platform/inertia/carried.js';
import { redirect } from '../platform/inertia/redirect.js';
import { routes } from '../shared/routes.js';
import { PasskeysService } from './passkeys.service.js';
import { SecondFactor } from './second-factor.service.js';
import { CurrentStaff, type Staff } from './staff.js';

@Controller()
@Open()
export class AuthPagesController {
  constructor(
    private readonly factors: SecondFactor,
    private readonly passkeys: PasskeysService,
  ) {}

  /**
   * The login for guests, and the second factor of a sign-in that lacks it; a signed-in member is redirected to the dashboard. Every end of a session leads to this page,
   * which makes the browser forget the staff pages in its history (docs/people.md#sessions-and-signing-in).
   */
  @Get()
  @Page('auth/login')
  async login(@CurrentStaff() staff: Staff | undefined, @Req() request: FastifyRequest) {
    if (staff && !staff.missing) return redirect(routes.dashboard);
    carryOn(request, { clearHistory: true });
    const ways = staff ? await this.factors.waysOf(staff.id) : [];
    const passkeyHost = this.passkeys.relyingParty?.id ?? null;
    return { missing: staff?.missing ?? null, passkeyHost, email: staff?.email ?? '', ways };
  }
}
