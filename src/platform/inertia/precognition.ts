import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { names } from './request.js';

/** What any library of https://standardschema.dev gives. */
interface Schema {
  '~standard': { validate(value: unknown): Checked | Promise<Checked> };
}
type Checked = { issues?: readonly { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] }[] };

/** A parameter of a handler, as Nest keeps it. */
interface Parameter {
  data?: string;
  schema?: Schema;
}

/** Where a handler's parameter with a schema gets its value from. */
const parts: Partial<Record<RouteParamtypes, 'body' | 'query' | 'params' | 'headers'>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'params',
  [RouteParamtypes.HEADERS]: 'headers',
};

/**
 * Answers a Precognition request in the handler's place, the guards having let it in: checks what the handler takes
 * against its schemas (`@Body({ schema })`), 204 when it holds, else 422 with field → first message.
 * `Precognition-Validate-Only` leaves the other fields unchecked.
 */
export async function precognition(context: ExecutionContext): Promise<{ errors: Record<string, string> } | undefined> {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const reply = http.getResponse<FastifyReply>();

  const issues = await issuesOf(context, request);
  const only = names(request, 'precognition-validate-only');
  const asked = issues.filter(([field]) => only.length === 0 || only.some((name) => isPartOf(field, name)));
  if (asked.length > 0) {
    reply.code(422);
    // the first message of a field counts
    return { errors: Object.fromEntries(asked.reverse()) };
  }

  reply.code(204).header('Precognition-Success', 'true');
  return undefined;
}

async function issuesOf(context: ExecutionContext, request: FastifyRequest): Promise<[string, string][]> {
  const parameters = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ?? {}) as Record<
      string,
      Parameter
    >,
  );
  const found = await Promise.all(
    parameters.map(async ([key, { data, schema }]) => {
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
