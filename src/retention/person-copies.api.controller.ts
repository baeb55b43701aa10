import { Controller, Get, Post } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Answers, Sends } from '../platform/answers.js';
import { Body, Param, Res } from '../platform/inertia/handler-inputs.js';
import { done, withData } from '../platform/reply.js';
import { sendFile } from '../platform/send-file.js';
import { personCopy, personCopyId as id, type WhichPerson, whichPerson } from '../shared/persons.js';
import { PersonCopiesService } from './person-copies.service.js';

/** All that is on record of a person (docs/people.md#a-persons-data). The address is in the body: addresses of pages are logged. */
@Controller('api/admin/person-data')
@Allow('retention.manage')
export class PersonCopiesApiController {
  constructor(private readonly copies: PersonCopiesService) {}

  @Post()
  @FreshFactor()
  @Answers('Asks for an archive of all orders of an address with their records, mails and files.', personCopy, {
    refuses: [403, 404, 409],
  })
  async ask(@CurrentStaff() staff: Staff, @Body({ schema: whichPerson }) { address }: WhichPerson) {
    return done('The copy is being made', await this.copies.ask(staff, address));
  }

  @Get(':id')
  @Answers('How far a copy is that the caller asked for.', personCopy, { refuses: [404] })
  async progress(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) copyId: number) {
    return withData(await this.copies.progress(staff, copyId));
  }

  @Get(':id/personal-data.zip')
  @FreshFactor()
  @Sends('The archive, with an index, for who asked for it.', ['application/zip'], { refuses: [403, 404, 409] })
  async zip(@CurrentStaff() staff: Staff, @Param('id', { schema: id }) copyId: number, @Res() reply: FastifyReply) {
    const { size, zip } = await this.copies.fetch(staff, copyId);
    return sendFile(reply, { name: 'personal-data.zip', type: 'application/zip', size }, zip);
  }
}
