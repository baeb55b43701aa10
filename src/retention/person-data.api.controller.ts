import { Controller, HttpCode, Post } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Sends } from '../platform/answers.js';
import { Body, Res } from '../platform/inertia/handler-inputs.js';
import { sendFile } from '../platform/send-file.js';
import { type WhichPerson, whichPerson } from '../shared/persons.js';
import { PersonDataService } from './person-data.service.js';

/** All that is on record of a person (docs/product.md#a-persons-data). The address is in the body: addresses of pages are logged. */
@Controller('api/admin/person-data')
@Allow('retention.manage')
export class PersonDataApiController {
  constructor(private readonly data: PersonDataService) {}

  @Post()
  @HttpCode(200)
  @FreshFactor()
  @Sends(
    'All orders of an address with their records, mails and files, as an archive with an index.',
    ['application/zip'],
    {
      refuses: [403, 404],
    },
  )
  async zip(
    @CurrentStaff() staff: Staff,
    @Body({ schema: whichPerson }) { address }: WhichPerson,
    @Res() reply: FastifyReply,
  ) {
    const { name, zip } = await this.data.zip(staff, address);
    return sendFile(reply, { name, type: 'application/zip' }, zip);
  }
}
