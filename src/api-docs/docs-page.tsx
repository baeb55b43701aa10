import { html } from '../platform/html.js';
import type { JsonSchema, OpenApi, Operation, Parameter } from './openapi.js';
import { shapeOf } from './shape.js';

type Found = Operation & { method: string; path: string };

/**
 * The API's description as a page without a script: the calls by feature, each with its input and answers.
 * @param q keeps the calls whose path, summary or fields contain it
 * @param style the path of the style sheet
 */
export function docsPage(document: OpenApi, { q, style }: { q: string; style: string }): string {
  const found = callsIn(document).filter((call) => holds(call, q));
  const tags = [...new Set(found.map(({ tags: [tag] }) => tag!))];
  return html(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{`API | ${document.info.title}`}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={style} />
      </head>
      <body>
        <header>
          <h1>{document.info.title} API</h1>
          <p>{marked(document.info.description)}</p>
          <search>
            <form action="/api/docs">
              <input type="search" name="q" defaultValue={q} placeholder="Find a call or a field" aria-label="Find" />
              <button>Find</button>
            </form>
            <output>
              {found.length} {found.length === 1 ? 'call' : 'calls'}
              {q && (
                <>
                  {' with “'}
                  {q}
                  {'”. '}
                  <a href="/api/docs">Show all</a>
                </>
              )}
            </output>
          </search>
          <p>
            <a href="/api/docs.json">OpenAPI {document.openapi} document</a>
          </p>
        </header>
        <main>
          {tags.map((tag) => (
            <section key={tag} aria-labelledby={tag}>
              <h2 id={tag}>{tag}</h2>
              {found
                .filter(({ tags: [own] }) => own === tag)
                .map((call) => (
                  <Call key={call.operationId} call={call} open={found.length < 4} />
                ))}
            </section>
          ))}
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            {Object.entries(document.components.schemas).map(([name, schema]) => (
              <details key={name} id={name}>
                <summary>
                  <code>{name}</code>
                </summary>
                <Shape schema={schema} />
              </details>
            ))}
          </section>
        </main>
      </body>
    </html>,
  );
}

function callsIn({ paths }: OpenApi): Found[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

function holds(call: Found, q: string): boolean {
  return JSON.stringify(call).toLowerCase().includes(q.toLowerCase());
}

function Call({ call, open }: { call: Found; open: boolean }) {
  const { method, path, operationId, summary, description, parameters, requestBody, responses } = call;
  return (
    <details id={operationId} open={open}>
      <summary>
        <b className={method.toLowerCase()}>{method}</b> <code>{path}</code> <span>{marked(summary)}</span>
      </summary>
      <p>{description}</p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody &&
        Object.entries(requestBody.content).map(([type, { schema }]) => (
          <div key={type}>
            <h3>Body, {type}</h3>
            <Shape schema={schema} />
          </div>
        ))}
      <h3>Answers</h3>
      <dl>
        {Object.entries(responses).map(([code, answer]) => (
          <div key={code}>
            <dt>{code}</dt>
            <dd>
              {answer.description}
              {code.startsWith('2') &&
                Object.entries(answer.content ?? {}).map(([type, { schema }]) =>
                  type === 'application/json' && Object.keys(schema).length > 0 ? (
                    <Shape key={type} schema={schema} />
                  ) : (
                    <code key={type}> {type}</code>
                  ),
                )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Parameters({ parameters }: { parameters: Parameter[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Parameter</th>
          <th>In</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map(({ name, in: place, required, description, schema }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {required ? '' : ' (optional)'}
            </td>
            <td>{place}</td>
            <td>
              <code>{shapeOf(schema)}</code> {description && marked(description)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Shape({ schema }: { schema: JsonSchema }) {
  return (
    <pre>
      <code>{shapeOf(schema)}</code>
    </pre>
  );
}

/** Text with its `code` marked up. */
function marked(text: string) {
  return text.split('`').map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part));
}
