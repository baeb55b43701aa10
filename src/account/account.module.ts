import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { AccountApiController } from './account.api.controller.js';
import { AccountPagesController } from './account.pages.controller.js';
import { AccountService } from './account.service.js';
import { AttemptedChangeFilter } from './attempted-change.filter.js';

@Module({
  imports: [MailModule],
  controllers: [AccountApiController, AccountPagesController],
  providers: [AccountService, AttemptedChangeFilter],
})
export class AccountModule {}
