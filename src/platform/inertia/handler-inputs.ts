import type { Type } from '@nestjs/common';
import { RESPONSE_PASSTHROUGH_METADATA } from '@nestjs/common/constants';
// Nest has no public way to read which inputs a handler declares: pipes see them one at a time and only when the handler
// runs. @nestjs/swagger reads the same metadata. No other file does, so that an upgrade of Nest concerns this one alone.
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';

/** A parameter of a handler with a schema, such as `@Query('page', { schema })`. */
export type HandlerInput<Schema> = {
  from: 'body' | 'query' | 'params' | 'headers';
  /** The one field that the parameter takes; undefined when it takes all. */
  field?: string;
  schema: Schema;
};

const sources: Partial<Record<RouteParamtypes, HandlerInput<unknown>['from']>> = {
  [RouteParamtypes.BODY]: 'body',
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.PARAM]: 'params',
  [RouteParamtypes.HEADERS]: 'headers',
};

/** The inputs that the method `name` of a controller declares with a schema. */
export function inputsOf<Schema>(controller: Type, name: string): HandlerInput<Schema>[] {
  return parametersOf(controller, name).flatMap(([key, { data, schema }]) => {
    const from = sources[Number.parseInt(key) as RouteParamtypes];
    return from && schema ? [{ from, field: data, schema: schema as Schema }] : [];
  });
}

/** Whether the method sends its answer by `@Res()`, so that Nest sends none. */
export function answersItself(controller: Type, name: string): boolean {
  const takesReply = parametersOf(controller, name).some(([key]) => key.startsWith(`${RouteParamtypes.RESPONSE}:`));
  return takesReply && Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, controller, name) !== true;
}

function parametersOf(controller: Type, name: string): [string, { data?: string; schema?: unknown }][] {
  return Object.entries(Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {});
}
