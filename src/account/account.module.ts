import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { AccountApiController } from './account.api.controller.js';
import { AccountPagesController } from './account.pages.controller.js';
import { AccountService } from './account.service.js';
import { AttemptedChangeFilter } from './attempted-change.filter.js';
import { FactorsApiController } from './factors.api.controller.js';
import { SessionsApiController } from './sessions.api.controller.js';
import { SettingsApiController } from './settings.api.controller.js';
import { SettingsQueries } from './settings.queries.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [MailModule],
  controllers: [
    AccountApiController,
    AccountPagesController,
    FactorsApiController,
    SessionsApiController,
    SettingsApiController,
  ],
  providers: [AccountService, AttemptedChangeFilter, SettingsQueries, SettingsService],
})
export class AccountModule {}
