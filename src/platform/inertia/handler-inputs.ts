import 'reflect-metadata';
import { Body as NestBody, Param as NestParam, Query as NestQuery, Res as NestRes, type Type } from '@nestjs/common';

/** A parameter of a handler with a schema, such as `@Query('page', { schema })`. */
export type HandlerInput<Schema> = {
  from: 'body' | 'query' | 'params';
  /** The one field that the parameter takes; undefined when it takes all. */
  field?: string | undefined;
  schema: Schema;
};

type Options = { schema: object };
type Given = [options?: Options] | [field: string, options?: Options];

const inputsKey = Symbol('the inputs that a handler declares');
const repliesKey = Symbol('whether a handler sends its answer itself');

/**
 * Nest's decorators of the same names, which also note what Nest offers no way to read: the inputs that a handler
 * declares, and whether it sends its answer itself. Handlers use these (.oxlintrc.json).
 */
export const Body = noting('body', NestBody);
export const Query = noting('query', NestQuery);
export const Param = noting('params', NestParam);

export function Res(options: { passthrough: boolean } = { passthrough: false }): ParameterDecorator {
  return (prototype, name, index) => {
    NestRes(options)(prototype, name, index);
    if (!options.passthrough) Reflect.defineMetadata(repliesKey, true, prototype, name!);
  };
}

function noting(from: HandlerInput<unknown>['from'], decorate: (...given: never[]) => ParameterDecorator) {
  return (...given: Given): ParameterDecorator =>
    (prototype, name, index) => {
      decorate(...(given as unknown as never[]))(prototype, name, index);
      const [field, options] = typeof given[0] === 'string' ? [given[0], given[1]] : [undefined, given[0]];
      if (!options) return;

      const earlier = Reflect.getMetadata(inputsKey, prototype, name!) as HandlerInput<unknown>[] | undefined;
      const all = [...(earlier ?? []), { from, field, schema: options.schema }];
      Reflect.defineMetadata(inputsKey, all, prototype, name!);
    };
}

/** The inputs that the method `name` of a controller declares with a schema. */
export function inputsOf<Schema>(controller: Type, name: string): HandlerInput<Schema>[] {
  return (Reflect.getMetadata(inputsKey, controller.prototype as object, name) ?? []) as HandlerInput<Schema>[];
}

/** Whether the method sends its answer by `@Res()`, so that Nest sends none. */
export function answersItself(controller: Type, name: string): boolean {
  return Reflect.getMetadata(repliesKey, controller.prototype as object, name) === true;
}
