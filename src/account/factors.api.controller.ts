import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FactorsService } from '../auth/factors.service.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { MailService } from '../mail/mail.service.js';
import { Allow, FreshFactor, Halfway } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { begunApp, ownFactors, passkeyOptions, recoveryCodes } from '../shared/answers/auth.js';
import {
  type AddPasskey,
  addPasskey,
  type BeginApp,
  beginApp,
  type ConfirmApp,
  confirmApp,
  type RemoveFactor,
  removeFactor,
} from '../shared/auth.js';
import { nothing } from '../shared/output.js';

/** A member's own second factors (docs/people.md#second-factor). */
@Controller('api/admin/factors')
@Allow('account.own')
export class FactorsApiController {
  constructor(
    private readonly factors: FactorsService,
    private readonly mail: MailService,
  ) {}

  @Get()
  @Halfway()
  @Answers('The member’s own second factors.', ownFactors)
  async list(@CurrentStaff() staff: Staff) {
    return withData(await this.factors.of(staff));
  }

  @Post('app')
  @Halfway()
  @HttpCode(200)
  @Answers('Begins to set an authenticator app up: its secret, once.', begunApp, { session: true })
  async beginApp(@CurrentStaff() staff: Staff, @Body({ schema: beginApp }) input: BeginApp) {
    return withData(await this.factors.beginApp(staff, input));
  }

  @Post('app/confirm')
  @Halfway()
  @HttpCode(200)
  @Answers(
    'Adds the begun app by its first code; the first second factor brings recovery codes, once.',
    recoveryCodes,
    {
      refuses: [409],
      session: true,
    },
  )
  async confirmApp(@CurrentStaff() staff: Staff, @Body({ schema: confirmApp }) input: ConfirmApp) {
    return this.added(await this.factors.confirmApp(staff, input, this.notify(staff)));
  }

  @Post('passkey-options')
  @Halfway()
  @HttpCode(200)
  @Answers('What a browser needs to make a passkey.', passkeyOptions, { refuses: [409], session: true })
  async passkeyOptions(@CurrentStaff() staff: Staff) {
    return withData({ ...(await this.factors.passkeyOptions(staff)) });
  }

  @Post('passkey')
  @Halfway()
  @HttpCode(200)
  @Answers('Adds a passkey; the first second factor brings recovery codes, once.', recoveryCodes, {
    refuses: [409],
    session: true,
  })
  async addPasskey(@CurrentStaff() staff: Staff, @Body({ schema: addPasskey }) input: AddPasskey) {
    return this.added(await this.factors.addPasskey(staff, input, this.notify(staff)));
  }

  @Post('remove')
  @FreshFactor()
  @HttpCode(200)
  @Answers('Removes one of the member’s own second factors.', nothing, { refuses: [404, 409] })
  async remove(@CurrentStaff() staff: Staff, @Body({ schema: removeFactor }) { factorId }: RemoveFactor) {
    const mail = await this.factors.remove(staff, factorId, this.notify(staff));
    await this.mail.sendLater(mail.id);
    return done('Second factor removed');
  }

  @Post('recovery-codes')
  @FreshFactor()
  @HttpCode(200)
  @Answers('Ten new recovery codes, once; the old ones are void.', recoveryCodes, { refuses: [409], session: true })
  async renew(@CurrentStaff() staff: Staff) {
    return withData({ recovery_codes: await this.factors.renewRecoveryCodes(staff) });
  }

  private notify(staff: Staff) {
    return (what: string, manager: EntityManager) =>
      this.mail.writeFactorChanged(staff, what, 'By you, in the Admin Portal', manager);
  }

  private async added({ recoveryCodes: codes, told }: { recoveryCodes: string[]; told: { id: number } }) {
    await this.mail.sendLater(told.id);
    return done('Second factor added', { recovery_codes: codes });
  }
}
