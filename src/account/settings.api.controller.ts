import { Controller, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { type ChangeSettings, changeSettings } from '../shared/change-settings.js';
import { nothing } from '../shared/output.js';
import { SettingsService } from './settings.service.js';

/** What a member sets for the screens (docs/screens.md#settings-of-a-member). */
@Controller('api/admin')
export class SettingsApiController {
  constructor(private readonly settings: SettingsService) {}

  @Put('my-settings')
  @Allow('account.own')
  @Answers('Changes some of the caller’s settings of the screens; the others stay.', nothing)
  async change(@CurrentStaff() staff: Staff, @Body({ schema: changeSettings }) input: ChangeSettings) {
    await this.settings.change(staff, input);
    return done('Your settings have been saved');
  }
}
