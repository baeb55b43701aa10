import { Controller, Get, Post, Put } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body, Param } from '../platform/inertia/handler-inputs.js';
import { done, Reply, withData } from '../platform/reply.js';
import { macro } from '../shared/answers/macros.js';
import { undoOffer, versionLeft } from '../shared/answers/orders.js';
import { type ApplyMacro, applyMacro, macroId as id, type SaveMacro, saveMacro } from '../shared/macros.js';
import { nothing } from '../shared/output.js';
import { MacrosService } from './macros.service.js';

/** What members do again and again, under a name (docs/orders.md#macros). */
@Controller('api/admin')
@Allow('macros.use')
export class MacrosApiController {
  constructor(private readonly macros: MacrosService) {}

  @Get('macros')
  @Answers('Everybody’s macros, then the caller’s own.', macro.array())
  async list(@CurrentStaff() staff: Staff) {
    return withData(await this.macros.of(staff));
  }

  @Post('macros')
  @Answers('Adds a macro, for the caller or for everybody.', macro, { refuses: [403, 409] })
  async add(@CurrentStaff() staff: Staff, @Body({ schema: saveMacro }) input: SaveMacro) {
    return done('Macro saved', await this.macros.add(staff, input));
  }

  @Put('macros/:id')
  @Answers('Changes a macro.', macro, { refuses: [403, 404, 409] })
  async change(
    @CurrentStaff() staff: Staff,
    @Param('id', { schema: id }) macroId: number,
    @Body({ schema: saveMacro }) input: SaveMacro,
  ) {
    return done('Macro saved', await this.macros.change(staff, macroId, input));
  }

  @Put('macros/:id/delete')
  @Answers('Deletes a macro; what was done by it stays.', nothing, { refuses: [403, 404] })
  async remove(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) macroId: number) {
    await this.macros.remove(staff, macroId);
    return done('Macro deleted');
  }

  @Post('apply-macro')
  @Answers('Does all of a macro to one order; the mail leaves once this can’t be undone any more.', nothing, {
    beside: { undo: undoOffer, version: versionLeft },
    refuses: [403, 404, 409],
  })
  async apply(@CurrentStaff() staff: Staff, @Body({ schema: applyMacro }) input: ApplyMacro) {
    const { says, ...left } = await this.macros.apply(staff, input);
    return new Reply(says, {}, left);
  }
}
