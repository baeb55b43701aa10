import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { Reply } from './reply.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler of a route, where it declares its answer. */
    handler?: { controller: Type; name: string };
  }
}

const notesKey = Symbol('what a call answers');

/** The codes of a handler's own refusals, beside those of its guard, its schemas and the server. */
type RefusalCode = 401 | 403 | 404 | 409 | 415 | 422 | 503;

/**
 * What `@Answers` or `@Sends` declares for a call; path, input and guard are read from the handler's other decorators
 * (api-docs/openapi.ts).
 */
export type CallNotes = {
  /** One line that describes the call. */
  does: string;
  /** The envelope's `data`; absent when the answer is no envelope. */
  data?: z.ZodType;
  /** Further members of the envelope, beside `data`. */
  beside?: z.ZodRawShape;
  /** Further HTTP code of success. */
  also?: 201;
  refuses?: RefusalCode[];
  /** `data` of a refusal; null when absent. */
  refusedData?: z.ZodType;
  /** Media types of an answer that is no envelope. */
  sends?: string[];
  /** Media type and schema of a body that the handler reads by itself. */
  takes?: { type: string; schema: z.ZodType };
  /** It opens or ends a session: it takes no idempotency key. */
  session?: true;
  /** Headers the handler reads, with what they are for. */
  headers?: Record<string, string>;
};

type More = Omit<CallNotes, 'does' | 'data' | 'sends'>;

/**
 * Declares what a call does and answers: the schema of `data`, and further members of the envelope. A handler that
 * answers otherwise does not compile, and fails the contract test when it does so at run time.
 */
export function Answers<Data extends z.ZodType>(does: string, data: Data, more: More = {}) {
  return <Handler extends (...args: never[]) => Reply<z.infer<Data>> | Promise<Reply<z.infer<Data>>>>(
    prototype: object,
    name: string | symbol,
    handler: TypedPropertyDescriptor<Handler>,
  ): void => declare({ does, data, ...more }, prototype, name, handler);
}

/** The same for a call whose answer is no envelope. */
export function Sends(does: string, sends: string[], more: More = {}): MethodDecorator {
  return (prototype, name, handler) => declare({ does, sends, ...more }, prototype, name, handler);
}

/** The route gets the handler's name, so that the API's description can tell which routes there are. */
function declare(notes: CallNotes, prototype: object, name: string | symbol, descriptor: PropertyDescriptor): void {
  Reflect.defineMetadata(notesKey, notes, descriptor.value as object);
  const handler = { controller: prototype.constructor as Type, name: String(name) };
  RouteConfig({ handler })(prototype, name, descriptor);
}

/** What `@Answers` or `@Sends` declared for this handler. */
export function notesOf(handler: object): CallNotes | undefined {
  return Reflect.getMetadata(notesKey, handler) as CallNotes | undefined;
}
