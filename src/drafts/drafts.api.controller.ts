import { Controller, Delete, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { draftKept } from '../shared/answers/drafts.js';
import { type DiscardDraft, discardDraft, type KeepDraft, keepDraft } from '../shared/drafts.js';
import { DraftsService } from './drafts.service.js';

@Controller('api/admin/drafts')
@Allow('account.own')
export class DraftsApiController {
  constructor(private readonly drafts: DraftsService) {}

  @Put()
  @Answers('Keeps what the member has typed into a form and not sent; nobody else reads it.', draftKept)
  async save(@CurrentStaff() staff: Staff, @Body({ schema: keepDraft }) input: KeepDraft) {
    return done('Draft kept', { done_at: await this.drafts.save(staff, input) });
  }

  @Delete()
  @Answers('Removes a draft, unless it was written since under another revision.', draftKept)
  async discard(@CurrentStaff() staff: Staff, @Body({ schema: discardDraft }) input: DiscardDraft) {
    return done('Draft discarded', { done_at: await this.drafts.discard(staff, input) });
  }
}
