import 'reflect-metadata';
import type { z } from 'zod';
import type { Reply } from './reply.js';

const notesKey = Symbol('what a call answers');

/** The codes a handler may refuse with, beside those that its door, its schemas and the server refuse with by themselves. */
export type RefusalCode = 401 | 403 | 404 | 409 | 415 | 422 | 503;

/** What a call's handler says of it; path, input and door are read from the handler's other decorators (api-docs/openapi.ts). */
export type CallNotes = {
  /** One line for people. */
  does: string;
  /** The envelope's `data`; absent when the answer is no envelope. */
  data?: z.ZodType;
  /** What stands beside `data` in the envelope. */
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
  /** Headers the handler reads, with what they are for. */
  headers?: Record<string, string>;
};

type More = Omit<CallNotes, 'does' | 'data' | 'sends'>;

/**
 * Says what a call does and answers: the schema of `data`, and what stands beside it. A handler that answers otherwise does
 * not compile, and fails the contract's test when it does so at run time.
 */
export function Answers<Data extends z.ZodType>(does: string, data: Data, more: More = {}) {
  return <Handler extends (...args: never[]) => Reply<z.infer<Data>> | Promise<Reply<z.infer<Data>>>>(
    _prototype: object,
    _method: string | symbol,
    handler: TypedPropertyDescriptor<Handler>,
  ): void => Reflect.defineMetadata(notesKey, { does, data, ...more } satisfies CallNotes, handler.value as Handler);
}

/** The same for a call whose answer is no envelope. */
export function Sends(does: string, sends: string[], more: More = {}): MethodDecorator {
  return (_prototype, _method, handler) =>
    Reflect.defineMetadata(notesKey, { does, sends, ...more } satisfies CallNotes, handler.value as object);
}

/** What `@Answers` or `@Sends` said of this handler. */
export function notesOf(handler: object): CallNotes | undefined {
  return Reflect.getMetadata(notesKey, handler) as CallNotes | undefined;
}
