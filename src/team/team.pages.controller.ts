import { Controller, Get } from '@nestjs/common';
import { FactorsService } from '../auth/factors.service.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Param } from '../platform/inertia/handler-inputs.js';
import type { Pages } from '../shared/pages.js';
import { type MemberEntry, memberInPath } from '../shared/team.js';
import { AccessService } from './access.service.js';
import { TeamService } from './team.service.js';

@Controller('admin/manage-team')
@Allow('team.manage')
export class TeamPagesController {
  constructor(
    private readonly team: TeamService,
    private readonly access: AccessService,
    private readonly drafts: DraftsService,
    private readonly factors: FactorsService,
  ) {}

  @Get()
  @Page('team/members')
  members(@CurrentStaff() staff: Staff) {
    return this.page(staff, null);
  }

  @Get(':id')
  @Page('team/members')
  async member(@CurrentStaff() staff: Staff, @Param('id', { schema: memberInPath }) id: number) {
    return this.page(staff, await this.team.find(id));
  }

  private async page(staff: Staff, editing: MemberEntry | null): Promise<Pages['team/members']> {
    const [members, drafts, factorRoles] = await Promise.all([
      this.access.lines(),
      this.drafts.of(staff, ['member'], editing?.id ?? 0),
      this.factors.requiredRoles(),
    ]);
    return { members, editing, drafts, factorRoles };
  }
}
