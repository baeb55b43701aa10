import { Controller, Post } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { authorityPages } from '../shared/authority-pages.js';
import { nothing } from '../shared/output.js';
import { type PageMeant, pageMeant } from '../shared/script-run.js';
import { PageStatesService } from './page-states.service.js';

/** What members know of the authority's pages. */
@Controller('api/admin')
export class PageStatesApiController {
  constructor(private readonly pages: PageStatesService) {}

  @Post('authority-pages/away')
  @Allow('passports.see')
  @Answers('Notes that a page of the authority does not open.', nothing)
  async away(@CurrentStaff() staff: Staff, @Body({ schema: pageMeant }) { page }: PageMeant) {
    await this.pages.noteAway(staff, page);
    return done(`It is noted that ${authorityPages[page].name} does not open. The next run that fills it ends this.`);
  }

  @Post('authority-pages/works')
  @Allow('system.work')
  @Answers(
    'Ends the known trouble of a page of the authority: somebody has looked at it. The script fills it again.',
    nothing,
    {
      refuses: [409],
    },
  )
  async works(@CurrentStaff() staff: Staff, @Body({ schema: pageMeant }) { page }: PageMeant) {
    await this.pages.noteWorks(staff, page);
    return done(`The script fills ${authorityPages[page].name} again.`);
  }
}
