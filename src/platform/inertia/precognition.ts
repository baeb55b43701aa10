import type { ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answersItself, inputsOf } from './handler-inputs.js';
import { names } from './request.js';

/** A schema of any library that follows https://standardschema.dev. */
interface Schema {
  '~standard': { validate(value: unknown): Checked | Promise<Checked> };
}
type Checked = { issues?: readonly { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }[] };

/**
 * Answers a Precognition request in the handler's place, after the guards: validates the handler's input against its
 * schemas (`@Body({ schema })`) and answers 204 if it is valid, else 422 with field → first message.
 * `Precognition-Validate-Only` leaves the other fields unchecked.
 */
export async function precognition(context: ExecutionContext): Promise<{ errors: Record<string, string> } | undefined> {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const reply = http.getResponse<FastifyReply>();

  const issues = await issuesOf(context, request);
  const only = names(request, 'precognition-validate-only');
  const asked = issues.filter(([field]) => only.length === 0 || only.some((name) => isPartOf(field, name)));
  // Keeps the first message of each field.
  const answer = asked.length > 0 ? { errors: Object.fromEntries(asked.reverse()) } : undefined;
  // Overwrites the content type, because the handler may have set the one of its own answer.
  if (answer) reply.code(422).type('application/json; charset=utf-8');
  else reply.code(204).header('Precognition-Success', 'true');

  if (answersItself(context.getClass(), context.getHandler().name)) void reply.send(answer);
  return answer;
}

async function issuesOf(context: ExecutionContext, request: FastifyRequest): Promise<[string, string][]> {
  const found = await Promise.all(
    inputsOf<Schema>(context.getClass(), context.getHandler().name).map(async ({ from, field, schema }) => {
      const whole = request[from] as Record<string, unknown> | undefined;
      const { issues = [] } = await schema['~standard'].validate(field ? whole?.[field] : whole);
      return issues.map(({ path = [], message }): [string, string] => [
        [...(field ? [field] : []), ...path.map((step) => String(typeof step === 'object' ? step.key : step))].join(
          '.',
        ),
        message,
      ]);
    }),
  );

  return found.flat();
}

function isPartOf(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}
