import { Controller, Get, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { policyEntry } from '../shared/answers/policies.js';
import { nothing } from '../shared/output.js';
import { type AddPolicy, addPolicy } from '../shared/policies.js';
import { PoliciesService } from './policies.service.js';

@Controller('api/admin/policies')
@Allow('policies.change')
export class PoliciesApiController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @Answers(
    'All versions of the texts that customers buy under, by brand and kind, the newest first.',
    policyEntry.array(),
  )
  async list() {
    return withData(await this.policies.list());
  }

  @Post()
  @Answers('Adds a version of a text; the versions before it stay.', nothing, { refuses: [409] })
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addPolicy }) input: AddPolicy) {
    await this.policies.add(staff, input);
    return done('Text has been added successfully');
  }
}
