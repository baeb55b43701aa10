/**
 * Helpers that set when a prop is sent and how the client merges it. They combine, in any order and at any depth:
 * `defer(merge(() => rows))`, `once(optional(() => plans))`. A bare function as a prop is run only if the prop is sent.
 */

/** How a prop is sent; a prop without traits is a plain one. */
export interface Traits {
  load?: 'always' | 'optional' | 'deferred';
  /** Deferred props of one group come in one request. */
  group?: string;
  /** A failure is named in `rescuedProps` instead of failing the answer. */
  rescue?: boolean;
  /** Places inside the prop whose new items join the client's: '' is the prop itself. */
  append?: string[];
  prepend?: string[];
  deep?: boolean;
  /** Fields by which joined items are recognised, as paths inside the prop. */
  matchOn?: string[];
  once?: { key?: string; lasts?: number; fresh?: boolean };
  scroll?: { pageName: string; within: string; pages: (value: never) => ScrollPages };
}

/** The pages beside the current one of an infinite list; null where there is no further page. */
export interface ScrollPages {
  currentPage: number | string | null;
  previousPage: number | string | null;
  nextPage: number | string | null;
}

/** A prop with traits. Made by the helpers below. */
export class Prop<T> {
  constructor(
    readonly source: T | (() => T | Promise<T>),
    readonly traits: Traits,
  ) {}
}

/** What a helper takes: the function that makes the value, or another helper's result. */
type Source<T> = (() => T | Promise<T>) | Prop<T>;

type PlainObject<T> = T extends readonly unknown[] | Date ? never : T extends object ? T : never;

/** What may stand for a prop of type `T`: the value, a function that makes it, a helper, or an object of such. */
export type PropOf<T> =
  | T
  | (() => T | Promise<T>)
  | Prop<T>
  | (PlainObject<T> extends never ? never : { [K in keyof PlainObject<T>]: PropOf<PlainObject<T>[K]> });

/** What a handler may return for a screen whose props are `T`. */
export type PropsOf<T> = { [K in keyof T]: PropOf<T[K]> };

/** Sent in every answer, whatever a partial one asks for. */
export function always<T>(source: Source<T>): Prop<T>;
export function always<T>(value: T): Prop<T>;
export function always(source: unknown) {
  return traited(source, { load: 'always' });
}

/** Never in a full visit; made only when a partial request asks for it. The screen's prop must allow undefined. */
export function optional<T>(source: Source<T>): Prop<T | undefined> {
  return traited(source, { load: 'optional' });
}

/**
 * Left out of the full visit and fetched by the client right after it, one request for each group.
 * With `rescue` a failure is logged and named instead of failing its group. The screen's prop must allow undefined.
 */
export function defer<T>(
  source: Source<T>,
  { group = 'default', rescue = false }: { group?: string; rescue?: boolean } = {},
): Prop<T | undefined> {
  return traited(source, { load: 'deferred', group, rescue });
}

interface MergeOptions {
  /** Where inside the prop the items lie; the prop itself when absent. */
  at?: string;
  /** Field of an item by which it replaces the client's, instead of being added. */
  matchOn?: string;
}

/** In a partial reload the client adds the items behind those it has. */
export function merge<T>(source: Source<T>, options?: MergeOptions): Prop<T>;
export function merge<T>(value: T, options?: MergeOptions): Prop<T>;
export function merge(source: unknown, { at = '', matchOn }: MergeOptions = {}) {
  return traited(source, { append: [at], matchOn: matching(at, matchOn) });
}

/** In a partial reload the client adds the items before those it has. */
export function prepend<T>(source: Source<T>, options?: MergeOptions): Prop<T>;
export function prepend<T>(value: T, options?: MergeOptions): Prop<T>;
export function prepend(source: unknown, { at = '', matchOn }: MergeOptions = {}) {
  return traited(source, { prepend: [at], matchOn: matching(at, matchOn) });
}

/** In a partial reload the client merges objects at every depth and appends lists. `matchOn` is a path inside the prop. */
export function deepMerge<T>(source: Source<T>, options?: { matchOn?: string }): Prop<T>;
export function deepMerge<T>(value: T, options?: { matchOn?: string }): Prop<T>;
export function deepMerge(source: unknown, { matchOn }: { matchOn?: string } = {}) {
  return traited(source, { deep: true, matchOn: matching('', matchOn) });
}

interface ScrollOptions<T> {
  /** Reads the current page and the pages beside it from the value. */
  pages: (value: T) => ScrollPages;
  /** Query parameter of the page's number. */
  pageName?: string;
  /** Where inside the prop the rows lie; '' when the prop is the list itself. */
  within?: string;
  matchOn?: string;
}

/** One page of an infinite list; the client says at which end it joins what it has. */
export function scroll<T>(source: Source<T>, options: ScrollOptions<T>): Prop<T>;
export function scroll<T>(value: T, options: ScrollOptions<T>): Prop<T>;
export function scroll(
  source: unknown,
  { pages, pageName = 'page', within = 'data', matchOn }: ScrollOptions<never>,
): Prop<unknown> {
  return traited(source, { scroll: { pages, pageName, within }, matchOn: matching(within, matchOn) });
}

/**
 * Sent once and kept by the client over visits, for `lasts` milliseconds or until the client is reloaded. `key` shares
 * the value between props of several screens (default: the prop's path); `fresh` sends it even to a client that has it.
 */
export function once<T>(source: Source<T>, options: { key?: string; lasts?: number; fresh?: boolean } = {}): Prop<T> {
  return traited(source, { once: options });
}

function matching(at: string, field: string | undefined) {
  if (field === undefined) return [];

  return [at ? `${at}.${field}` : field];
}

/** A helper around a helper's result adds its traits to those already there. */
function traited<T>(source: unknown, traits: Traits): Prop<T> {
  if (!(source instanceof Prop)) return new Prop(source as Source<T> & T, traits);

  const inner: Traits = source.traits;
  return new Prop(source.source as T, {
    ...inner,
    ...traits,
    ...joined('append', inner, traits),
    ...joined('prepend', inner, traits),
    ...joined('matchOn', inner, traits),
  });
}

function joined(name: 'append' | 'prepend' | 'matchOn', inner: Traits, outer: Traits) {
  return { [name]: [...(inner[name] ?? []), ...(outer[name] ?? [])] };
}
