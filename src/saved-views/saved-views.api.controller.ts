import { Controller, Get, Post, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { savedView, viewCount } from '../shared/answers/saved-views.js';
import { nothing } from '../shared/output.js';
import { type AddView, addView, type ChangeView, changeView, viewId as id } from '../shared/saved-views.js';
import { SavedViewsService } from './saved-views.service.js';

/** Lists under a name (docs/screens.md#saved-views). */
@Controller('api/admin/saved-views')
@Allow('views.save')
export class SavedViewsApiController {
  constructor(private readonly views: SavedViewsService) {}

  @Get()
  @Answers('The views that the caller may open.', savedView.array())
  async list(@CurrentStaff() staff: Staff) {
    return withData(await this.views.of(staff));
  }

  @Get('counts')
  @Answers('How many orders each of these views has now.', viewCount.array())
  async counts(@CurrentStaff() staff: Staff) {
    return withData(await this.views.counts(staff));
  }

  @Post()
  @Answers('Saves a list under a name.', savedView, { refuses: [403, 409] })
  async add(@CurrentStaff() staff: Staff, @Body({ schema: addView }) input: AddView) {
    return done('View saved', await this.views.add(staff, input));
  }

  @Put(':id')
  @Answers('Renames a view, or gives it another list.', savedView, { refuses: [403, 404, 409] })
  async change(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) viewId: number,
    @Body({ schema: changeView }) input: ChangeView,
  ) {
    return done('View saved', await this.views.change(staff, viewId, input));
  }

  @Put(':id/delete')
  @Answers('Deletes a view; its orders stay.', nothing, { refuses: [403, 404] })
  async remove(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) viewId: number) {
    await this.views.remove(staff, viewId);
    return done('View deleted');
  }
}
