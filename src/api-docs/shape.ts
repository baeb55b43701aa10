import type { JsonSchema } from './openapi.js';

/** A JSON Schema in the words of TypeScript, for people to read. */
export function shapeOf(schema: JsonSchema, indent = ''): string {
  const { $ref, const: only, enum: among, anyOf, type, items, properties, additionalProperties } = schema as Known;
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (only !== undefined) return JSON.stringify(only);
  if (among) return among.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map((part) => shapeOf(part, indent)).join(' | ');
  if (items) return manyOf(shapeOf(items, indent));
  if (properties) return objectOf(schema, properties, indent);
  if (typeof additionalProperties === 'object') return `{ [name]: ${shapeOf(additionalProperties, indent)} }`;
  return [type ?? 'anything'].flat().join(' | ');
}

type Known = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  type?: string | string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
};

function manyOf(one: string): string {
  return one.includes(' | ') ? `(${one})[]` : `${one}[]`;
}

function objectOf({ required = [] }: JsonSchema, properties: Record<string, JsonSchema>, indent: string): string {
  const names = Object.entries(properties);
  if (names.length === 0) return '{}';

  const deeper = `${indent}  `;
  const lines = names.map(([name, schema]) => {
    const mark = (required as string[]).includes(name) ? '' : '?';
    const { description } = schema as { description?: string };
    return `${deeper}${name}${mark}: ${shapeOf(schema, deeper)}${description ? `  // ${description}` : ''}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}
