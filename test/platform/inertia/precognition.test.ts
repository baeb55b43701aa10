import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, ForbiddenException, Get, Post, Put, UseGuards } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { Body, Param, Query, Res } from '../../../src/platform/inertia/handler-inputs.js';
import { Browser, site } from './site.js';

const member = z.object({
  name: z.string('Please enter your Name.').min(1, 'Please enter your Name.').min(2, 'Name is too short.'),
  email: z.email('Please enter valid email address.'),
  address: z.object({ city: z.string('Please enter a city.'), lines: z.array(z.string('Not a line.')) }).optional(),
});

const ran: string[] = [];

class Closed {
  canActivate(): boolean {
    ran.push('guard');
    throw new ForbiddenException('You are not allowed to do this.');
  }
}

@Controller()
class Members {
  @Post('members')
  add(@Body({ schema: member }) body: z.infer<typeof member>) {
    ran.push(`add ${body.name}`);
    return { status: 1 };
  }

  @Put('members/:id')
  change(
    @Param('id', { schema: z.string().regex(/^\d+$/, 'No such member.') }) id: string,
    @Body('name', { schema: z.string('Please enter your Name.') }) name: string,
    @Query({ schema: z.object({ notify: z.enum(['yes', 'no'], 'Yes or no?') }) }) _query: object,
  ) {
    ran.push(`change ${id} ${name}`);
    return { status: 1 };
  }

  @Post('unchecked')
  unchecked() {
    ran.push('unchecked');
  }

  @Get('page')
  page() {
    ran.push('page');
  }

  @Get('file')
  file(@Res() _reply: unknown) {
    ran.push('file');
  }

  @Post('closed')
  @UseGuards(Closed)
  closed(@Body({ schema: member }) _body: object) {
    ran.push('closed');
  }
}

let app: NestFastifyApplication;

beforeAll(async () => {
  app = await site([Members]);
});
afterAll(() => app.close());

const ask = async (
  url: string,
  body: object,
  headers: Record<string, string> = {},
  method: 'POST' | 'PUT' | 'GET' = 'POST',
) => {
  ran.length = 0;
  return new Browser(app).request(
    method,
    url,
    { precognition: 'true', ...headers },
    method === 'GET' ? undefined : body,
  );
};
const good = { name: 'Ann', email: 'ann@x.example' };

describe('a Precognition request', () => {
  test('with a good form gets 204 and does not reach the handler', async () => {
    const answer = await ask('/members', good);

    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect(answer.headers).toMatchObject({ precognition: 'true', 'precognition-success': 'true' });
    expect(ran).toEqual([]);
  });

  test('with a bad form gets 422 and the first message of each field', async () => {
    const answer = await ask('/members', { name: '', email: 'x', address: { city: 1, lines: ['a', 2] } });

    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      errors: {
        name: 'Please enter your Name.',
        email: 'Please enter valid email address.',
        'address.city': 'Please enter a city.',
        'address.lines.1': 'Not a line.',
      },
    });
    expect(answer.headers).toMatchObject({ precognition: 'true' });
    expect(answer.headers).not.toHaveProperty('precognition-success');
    expect(ran).toEqual([]);
  });

  test('checks only the fields it names, and what lies below them', async () => {
    const form = { name: '', email: 'x', address: { city: 1, lines: [] } };
    const only = (names: string) => ask('/members', form, { 'precognition-validate-only': names });

    expect((await only('email')).json()).toEqual({ errors: { email: 'Please enter valid email address.' } });
    expect((await only('address,name')).json()).toEqual({
      errors: { name: 'Please enter your Name.', 'address.city': 'Please enter a city.' },
    });
    expect((await only('other')).statusCode).toBe(204);
    expect((await only('constructor,__proto__')).statusCode).toBe(204);
  });

  test('checks parameters, query and single members of the body', async () => {
    const answer = await ask('/members/x?notify=maybe', {}, {}, 'PUT');

    expect(answer.json()).toEqual({
      errors: { id: 'No such member.', name: 'Please enter your Name.', notify: 'Yes or no?' },
    });
    expect((await ask('/members/1?notify=yes', { name: 'A' }, {}, 'PUT')).statusCode).toBe(204);
    expect(ran).toEqual([]);
  });

  test('without a body is a bad form', async () => {
    const answer = await ask('/members', undefined as unknown as object);

    expect(answer.statusCode).toBe(422);
  });

  test('never reaches a handler, with a form or without', async () => {
    expect((await ask('/unchecked', {})).statusCode).toBe(204);
    expect((await ask('/page', {}, {}, 'GET')).statusCode).toBe(204);
    expect((await ask('/file', {}, {}, 'GET')).statusCode).toBe(204);
    expect(ran).toEqual([]);
  });

  test('is refused by the guards first', async () => {
    const answer = await ask('/closed', {});

    expect(answer.statusCode).toBe(403);
    expect(answer.headers.precognition).toBe('true');
    expect(ran).toEqual(['guard']);
  });

  test.each(['/members', '/closed', '/nowhere'])('gets an answer that says it is one: %s', async (url) => {
    const answer = await ask(url, {});

    expect(answer.headers.precognition).toBe('true');
    expect(String(answer.headers.vary)).toBe('X-Inertia, Precognition');
  });
});

test('an ordinary request is none', async () => {
  ran.length = 0;
  const answer = await new Browser(app).request('POST', '/members', {}, good);

  expect(answer.headers).not.toHaveProperty('precognition');
  expect(answer.headers.vary).toBe('X-Inertia');
  expect(ran).toEqual(['add Ann']);
});
