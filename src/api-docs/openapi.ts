import type { Type } from '@nestjs/common';
import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { csrfCookie } from '../auth/csrf.js';
import { allowKey, type GuardedCaller, halfwayKey, openKey } from '../platform/allow.js';
import { type CallNotes, notesOf } from '../platform/answers.js';
import { sessionCookie, visitorCookie } from '../platform/cookies.js';
import { takesKey } from '../platform/idempotency/idempotency.interceptor.js';
import { type HandlerInput, inputsOf } from '../platform/inertia/handler-inputs.js';
import { areaOf } from '../shared/areas.js';
import { type Permission, permissions } from '../shared/permissions.js';
import type { Role } from '../shared/roles.js';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Record<string, unknown>;
type Content = Record<string, { schema: JsonSchema }>;
type Answer = { description: string; content?: Content; headers?: Record<string, unknown> };
export type Parameter = { name: string; in: string; required: boolean; description?: string; schema: JsonSchema };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Who may call it; absent where no member needs to be signed in. */
  'x-roles'?: readonly Role[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer>;
};

/** The parts of an OpenAPI 3.1 document that ours uses. */
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

/** One handler under `/api`, as its decorators describe it. */
type Call = {
  method: string;
  path: string;
  tag: string;
  name: string;
  notes: CallNotes;
  /** Null for an open one. */
  roles: readonly Role[] | null;
  /** Whether a session may call it whose sign-in is not complete. */
  isHalfway: boolean;
  /** Whose guard an open handler has. */
  caller: GuardedCaller | undefined;
  body?: z.ZodType;
  query?: z.ZodObject;
  params: Record<string, z.ZodType>;
};

/** What the description needs of a route of the server. */
export type ApiRoute = Pick<RouteOptions, 'method' | 'url' | 'config'>;

/**
 * The description of every call under `/api`, from its route and the decorators of its handler: input schemas, callers, and
 * answer (`@Answers`). There is no second list of calls.
 * @throws when a handler under `/api` doesn't declare its answer.
 */
export function describeApi(routes: ApiRoute[]): OpenApi {
  const paths: OpenApi['paths'] = {};
  const schemas: Record<string, JsonSchema> = {};
  const write = writerInto(schemas);
  for (const call of routes.filter(({ url }) => url.startsWith('/api/')).map(callOf))
    (paths[call.path] ??= {})[call.method] = toOperation(call, write);

  return {
    openapi: '3.1.1',
    info: { title: 'Arrival Card Desk', version: '1', description: about },
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes },
  };
}

const about = [
  'Every JSON answer is an envelope: `status` (1 success, 0 failure, 401 not signed in), `message`, `data`, and `ref`, the',
  'request’s id in the log. The HTTP code agrees. A 422 adds `errors`, field to message. Unknown fields are ignored.',
  'Order and gateway ids may be sent plain or encoded. Date-times are ISO 8601 in UTC, dates `YYYY-MM-DD`.',
].join(' ');

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The `jwtToken` of a sign-in.' },
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'What the browser has after a sign-in.' },
  xsrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: `With a cookie, the value of the cookie \`${csrfCookie}\`, for everything but GET.`,
  },
  visitor: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `accessToken` of a tracked order; good for that order.',
  },
  visitorCookie: { type: 'apiKey', in: 'cookie', name: visitorCookie, description: 'The same, in the browser.' },
  intakeKey: { type: 'apiKey', in: 'header', name: 'X-Intake-Key', description: 'A shop’s key.' },
};

function callOf({ method, url, config }: ApiRoute): Call {
  const { controller, name } = config?.handler ?? {};
  const handler = controller && (controller.prototype as Record<string, object>)[name!]!;
  const notes = handler && notesOf(handler);
  if (!controller || !name || !notes)
    throw new Error(`${String(method)} ${url} does not say what it answers (@Answers)`);

  const permission = either<Permission>(allowKey, handler, controller);
  const open = either<true | GuardedCaller>(openKey, handler, controller);
  const inputs = inputsOf<z.ZodType>(controller, name);
  const given = (from: HandlerInput<unknown>['from']) => inputs.filter((input) => input.from === from);
  const [body] = given('body');
  const [query] = given('query');
  return {
    method: String(method).toLowerCase(),
    path: url.replaceAll(/:(\w+)/g, '{$1}'),
    tag: controller.name.replace(/(?:Api)?Controller$/, ''),
    name,
    notes,
    roles: permission ? permissions[permission] : null,
    isHalfway: either<boolean>(halfwayKey, handler, controller) === true,
    caller: open === true ? undefined : open,
    ...(body && { body: body.schema }),
    ...(query && { query: query.schema as z.ZodObject }),
    params: Object.assign(
      {},
      ...given('params').map(({ field, schema }) => (field ? { [field]: schema } : (schema as z.ZodObject).shape)),
    ) as Record<string, z.ZodType>,
  };
}

function either<Value>(key: string, handler: object, controller: Type): Value | undefined {
  return (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller)) as Value | undefined;
}

type Write = (schema: z.ZodType, side: 'input' | 'output') => JsonSchema;

/** Writes zod schemas as JSON Schema; the named ones once, into `schemas`. */
function writerInto(schemas: Record<string, JsonSchema>): Write {
  return (schema, side) => {
    const text = JSON.stringify(z.toJSONSchema(schema, { io: side, unrepresentable: 'any', override: withoutNoise }));
    const {
      $schema: _,
      $defs,
      ...own
    } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/')) as JsonSchema;
    Object.assign(schemas, $defs);
    if (!('id' in own)) return own;

    const { id, ...named } = own;
    schemas[id as string] = named;
    return { $ref: `#/components/schemas/${id as string}` };
  };
}

/** Removes the bounds of safe integers, which hold for every whole number. */
function withoutNoise({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function toOperation(call: Call, write: Write): Operation {
  const { tag, name, notes, roles, query, params } = call;
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary: notes.does,
    description: callersOf(call),
    ...(roles && { 'x-roles': roles }),
    security: securityOf(call),
    parameters: [
      ...Object.entries(params).map(([param, schema]) => toParameter('path', param, write(schema, 'input'), true)),
      ...(query ? ofObject('query', write(query, 'input')) : []),
      ...Object.entries(notes.headers ?? {}).map(([header, description]) =>
        toParameter('header', header, { type: 'string', description }, true),
      ),
      ...(isKeyed(call) ? [idempotencyKey] : []),
    ],
    ...bodyOf(call, write),
    responses: responsesOf(call, write),
  };
}

/** Whether the call takes an idempotency key: a write by an authenticated caller. */
function isKeyed({ method, roles, caller, notes }: Call): boolean {
  return (roles !== null || caller !== undefined) && takesKey(method, notes);
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your own, such as a UUID, for one action. Kept for 24 hours and for you alone: the same request with the same ' +
    'key gets the first answer again, with the header `Idempotency-Replayed: true`, and nothing is done twice.',
  schema: { type: 'string', minLength: 8, maxLength: 100, pattern: '^[!-~]+$' },
};

function callersOf({ roles, caller, notes }: Call): string {
  if (roles) return `Signed in as ${roles.join(', ')}.`;
  if (caller === 'shop') return 'With a shop’s key.';
  if (caller === 'visitor') return 'With the session of a tracked order.';
  return notes.refuses?.includes(401) ? 'Open to who proves itself by what it sends.' : 'Open to everybody.';
}

function securityOf({ roles, caller, method }: Call): Operation['security'] {
  if (caller === 'shop') return [{ intakeKey: [] }];
  if (caller === 'visitor') return [{ visitor: [] }, { visitorCookie: [], xsrf: [] }];
  if (!roles) return [];
  return [{ bearer: [] }, method === 'get' ? { session: [] } : { session: [], xsrf: [] }];
}

function ofObject(within: string, { properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) =>
    toParameter(within, name, schema, (required as string[]).includes(name) && !('default' in schema)),
  );
}

function toParameter(within: string, name: string, schema: JsonSchema, required: boolean): Parameter {
  const { description, ...rest } = schema as { description?: string };
  return { name, in: within, required, ...(description !== undefined && { description }), schema: rest };
}

function bodyOf({ body, notes: { takes } }: Call, write: Write): Pick<Operation, 'requestBody'> {
  const schema = takes?.schema ?? body;
  if (!schema) return {};
  const required = takes !== undefined || !schema.safeParse({}).success;
  const type = takes?.type ?? 'application/json';
  return { requestBody: { required, content: { [type]: { schema: write(schema, 'input') } } } };
}

function responsesOf(call: Call, write: Write): Operation['responses'] {
  const { notes } = call;
  const success: Answer = {
    description: 'Done.',
    content: notes.sends
      ? Object.fromEntries(notes.sends.map((type) => [type, { schema: {} }]))
      : { 'application/json': { schema: write(envelope(notes), 'output') } },
  };
  const refusals = refusalsOf(call).map((refused): [string, Answer] => [
    String(refused),
    toRefusal(refused, notes, write),
  ]);
  return {
    200: success,
    ...(notes.also && { [notes.also]: { ...success, description: 'Done, and new.' } }),
    ...Object.fromEntries(refusals),
  };
}

function envelope({ data, beside }: CallNotes): z.ZodType {
  return z.object({ status: z.literal(1), message: z.string(), data: data!, ...beside, ref });
}

const ref = z.uuid().meta({ id: 'Ref', description: 'The request’s id, also in `X-Request-Id` and in the log.' });

type Refusal = keyof typeof refusalWords;

const refusalWords = {
  401: 'Not signed in, or the session is spent.',
  403: 'Not allowed.',
  404: 'There is no such thing.',
  409: 'Somebody or something is in the way.',
  413: 'Too large.',
  415: 'Another media type is expected.',
  422: 'Invalid input.',
  429: 'Too many tries or requests.',
  503: 'A dependency is down.',
} as const;

/** The refusals of a call: by its guard, by its input, by the server, and by its handler. */
function refusalsOf(call: Call): Refusal[] {
  const { method, path, roles, isHalfway, caller, query, params, notes } = call;
  const isWrite = method !== 'get';
  const ridesOnCookie = isWrite && areaOf(path, path).csrf;
  const codes: (Refusal | false | null | undefined)[] = [
    (roles || caller) && 401,
    (ridesOnCookie || (roles && !isHalfway)) && 403,
    isWrite && 413,
    isWrite && 415,
    (isWrite || query?.safeParse(nonsense(query)).success === false) && 422,
    Object.keys(params).length > 0 && 404,
    429,
    503,
    isKeyed(call) && 409,
    ...(notes.refuses ?? []),
  ];
  return [...new Set(codes.filter((code) => code != null && code !== false))].sort((a, b) => a - b);
}

/** Values that every query parameter refuses. */
function nonsense({ shape }: z.ZodObject): Record<string, string[]> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, ['\0', '\0']]));
}

function toRefusal(code: Refusal, { refusedData }: CallNotes, write: Write): Answer {
  const schema =
    refusedData && (code === 403 || code === 404 || code === 409) ? bulkRefusal(refusedData) : refusals[code];
  return {
    description: refusalWords[code],
    ...(code === 429 && { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }),
    content: { 'application/json': { schema: write(schema, 'output') } },
  };
}

const refusal = { status: z.literal(0), message: z.string(), data: z.null(), ref };
const refused = z.object(refusal).meta({ id: 'Refusal' });
const missing = z
  .enum(['factor', 'enrolment', 'fresh factor'])
  .optional()
  .describe(
    'With 403, what the session lacks: its second factor, one that has to be set up, or a proof of the last ten minutes.',
  );
const notAllowed = z.object({ ...refusal, missing }).meta({ id: 'NotAllowed' });
const notSignedIn = z
  .object({
    ...refusal,
    status: z.literal([401, 0]).describe('0 for a sign-in that failed.'),
    error: z.object({ message: z.string() }).optional().describe('Of a sign-in that failed.'),
  })
  .meta({ id: 'NotSignedIn' });
const wrongInput = z
  .object({
    ...refusal,
    errors: z.record(z.string(), z.string()).describe('Field to message; `body` when it is the body as a whole.'),
  })
  .meta({ id: 'WrongInput' });

/** The envelope of each refusal. */
const refusals: Record<Refusal, z.ZodType> = {
  401: notSignedIn,
  403: notAllowed,
  404: refused,
  409: refused,
  413: refused,
  415: refused,
  422: wrongInput,
  429: refused,
  503: refused,
};

/** When no item of a bulk call succeeded, `data` gives the reason for each. */
function bulkRefusal(data: z.ZodType): z.ZodType {
  return z.object({ ...refusal, data: data.nullable(), missing });
}
