import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApi, Operation } from '../../src/api-docs/openapi.js';
import { routesOf } from '../locks/routes.js';
import type { Answer, CallOptions, TestApp } from '../support/app.js';
import { AuditWatch } from './audited.js';

/** The published description of the API, with a check that every answer fits it. */
export type Contract = {
  document: OpenApi;
  /** Every call as `POST /api/intake/orders/{externalRef}/paid`, with its description. */
  operations: Map<string, Operation>;
  /** Call and HTTP code of every answer that was seen and fits, as `GET /api/user_info 200`. */
  seen: Set<string>;
  audit: AuditWatch;
};

/** Reads the published document, and from then on checks every answer of `app.call` under `/api` against it. */
export async function watch(app: TestApp): Promise<Contract> {
  const document = (await (await fetch(`${app.url}/api/docs.json`)).json()) as OpenApi;
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
  const audit = new AuditWatch(app, () =>
    routesOf(app).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  const contract: Contract = { document, operations, seen: new Set(), audit };
  const fits = validator(document);

  const call = app.call.bind(app);
  app.call = async (method, path, options = {}) => {
    const answer = await audit.during(`${method} ${path}`, options, () => call(method, path, options));
    if (path.startsWith('/api/')) check(contract, fits, { asked: `${method} ${path}`, sent: options.body }, answer);
    return answer;
  };
  return contract;
}

type Fits = (pointer: string[], value: unknown) => string | undefined;

function check(
  { operations, seen }: Contract,
  fits: Fits,
  { asked, sent }: { asked: string; sent: CallOptions['body'] },
  { code, headers, body }: Answer,
): void {
  const name = nameOf(operations, asked);
  if (!name) {
    if (code === 404) return;
    throw new Error(`${asked} answered ${code} and is not described`);
  }
  const { responses, requestBody } = operations.get(name)!;
  const [method, path] = name.split(' ') as [string, string];
  const here = ['paths', path, method.toLowerCase()];
  const type = (headers.get('content-type') ?? '').split(';')[0]!;
  const fail = (why: string): never => {
    throw new Error(`${asked} answered ${code} ${JSON.stringify(body).slice(0, 1500)}: ${why}`);
  };

  if (!responses[code]) fail('a code it does not describe');
  if (!responses[code]?.content?.[type]) fail(`${type}, a media type it does not describe`);
  if (code === 429 && !headers.get('retry-after')) fail('no Retry-After');
  if (body.ref && body.ref !== headers.get('x-request-id')) fail('a ref that is not the request’s id');

  const wrong = body.ref && fits([...here, 'responses', String(code), 'content', type, 'schema'], body);
  if (wrong) fail(wrong);
  if (code < 300 && requestBody?.content['application/json'] && sent !== undefined) {
    const value: unknown = typeof sent === 'string' ? JSON.parse(sent) : sent;
    const unlike = fits([...here, 'requestBody', 'content', 'application/json', 'schema'], value);
    if (unlike) fail(`a body it took does not fit its description: ${unlike}`);
  }
  seen.add(`${name} ${code}`);
}

/** The described call that a path belongs to; a fixed segment goes before a parameter. */
function nameOf(operations: Contract['operations'], asked: string): string | undefined {
  const address = asked.split('?')[0]!;
  if (operations.has(address)) return address;
  return [...operations.keys()].find((name) =>
    new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
}

/** Checks a value against the schema at a place of the document; undefined when it fits, else what is wrong. */
function validator(document: OpenApi): Fits {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: false });
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, 'api');
  // Most of the thousand schemas are copies of a refusal: each text is compiled once, at its first place.
  const compiled = new Map<string, ValidateFunction>();
  return (pointer, value) => {
    const text = JSON.stringify(pointer.reduce<unknown>((of, part) => (of as Record<string, unknown>)[part], document));
    const $ref = `api#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const fits = compiled.get(text) ?? ajv.getSchema($ref)!;
    compiled.set(text, fits);
    return fits(value) ? undefined : ajv.errorsText(fits.errors, { separator: '; ' }).slice(0, 1000);
  };
}
