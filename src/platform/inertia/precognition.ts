import type { ExecutionContext } from '@nestjs/common';
import { RESPONSE_PASSTHROUGH_METADATA } from '@nestjs/common/constants';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from './request.js';

/** A schema of any library that follows https://standardschema.dev. */
interface Schema {
  '~standard': { validate(value: unknown): Checked | Promise<Checked> };
}
type Checked = { issues?: readonly { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }[] };

/** A parameter of a handler in Nest's metadata. */
interface Parameter {
  data?: string;
  schema?: Schema;
}

/** The source of a handler's parameter with a schema. */
const parts: Partial<Record<RouteParamtypes, 'body' | 'query' | 'params' | 'headers'>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'params',
  [RouteParamtypes.HEADERS]: 'headers',
};

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

  if (answersItself(context)) void reply.send(answer);
  return answer;
}

/** Whether the handler sends its answer by `@Res()`, so that Nest sends none. */
function answersItself(context: ExecutionContext): boolean {
  const [type, name] = [context.getClass(), context.getHandler().name];
  const takesReply = parametersOf(context).some(([key]) => key.startsWith(`${RouteParamtypes.RESPONSE}:`));
  return takesReply && Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, type, name) !== true;
}

function parametersOf(context: ExecutionContext): [string, Parameter][] {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) as
    | Record<string, Parameter>
    | undefined;
  return Object.entries(parameters ?? {});
}

async function issuesOf(context: ExecutionContext, request: FastifyRequest): Promise<[string, string][]> {
  const found = await Promise.all(
    parametersOf(context).map(async ([key, { data, schema }]) => {
      const part = parts[Number.parseInt(key) as RouteParamtypes];
      if (!part || !schema) return [];

      const whole = request[part] as Record<string, unknown> | undefined;
      const { issues = [] } = await schema['~standard'].validate(data ? whole?.[data] : whole);
      return issues.map(({ path = [], message }): [string, string] => [
        [...(data ? [data] : []), ...path.map((step) => String(typeof step === 'object' ? step.key : step))].join('.'),
        message,
      ]);
    }),
  );

  return found.flat();
}

function isPartOf(field: string, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}
