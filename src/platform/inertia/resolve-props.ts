import { Prop, type Traits } from './props.js';
import type { Wanted } from './request.js';

/** The page object's metadata about its props. Empty parts are left out. */
export interface PropsMetadata {
  deferredProps?: Record<string, string[]>;
  mergeProps?: string[];
  prependProps?: string[];
  deepMergeProps?: string[];
  matchPropsOn?: string[];
  scrollProps?: Record<string, object>;
  onceProps?: Record<string, { prop: string; expiresAt: number | null }>;
  rescuedProps?: string[];
}

/**
 * Evaluates the props to send, independent ones in parallel, and describes them for the client.
 * @param given the screen's and the shared props, merged
 * @param report is called with rescued failures
 */
export async function resolveProps(
  given: Record<string, unknown>,
  wanted: Wanted,
  report: (error: unknown, path: string) => void,
): Promise<{ props: Record<string, unknown>; metadata: PropsMetadata }> {
  const resolving = new Resolving(wanted, report);
  const props = await resolving.children(given, '', false);

  return { props, metadata: resolving.metadata(props) };
}

/** Stands for a prop that is not part of the answer; null would overwrite what the client has. */
const absent = Symbol('absent');

class Resolving {
  private readonly marked: { path: string; traits: Traits }[] = [];
  private readonly deferred: { group: string; path: string }[] = [];
  private readonly scrolled = new Map<string, object>();
  private readonly rescued: string[] = [];

  constructor(
    private readonly wanted: Wanted,
    private readonly report: (error: unknown, path: string) => void,
  ) {}

  /** The entries of an object that are sent; `whole` sends all of them. */
  async children(object: Record<string, unknown>, prefix: string, whole: boolean): Promise<Record<string, unknown>> {
    const entries = await Promise.all(
      Object.entries(object).map(
        async ([name, value]) => [name, await this.child(value, prefix ? `${prefix}.${name}` : name, whole)] as const,
      ),
    );

    // fromEntries defines own properties: a name such as __proto__ stays a name
    return Object.fromEntries(entries.filter(([, value]) => value !== absent));
  }

  private async child(value: unknown, path: string, whole: boolean): Promise<unknown> {
    const traits: Traits = value instanceof Prop ? value.traits : {};
    const stays = whole || traits.load === 'always';
    if (!stays && !this.isWanted(path)) return absent;

    if (value instanceof Prop) this.marked.push({ path, traits });
    if (this.isHeldBack(path, traits)) return absent;

    const source = value instanceof Prop ? value.source : value;
    let result: unknown;
    try {
      result = typeof source === 'function' ? await source() : await source;
    } catch (error) {
      if (!traits.rescue) throw error;

      this.report(error, path);
      this.rescued.push(path);
      return absent;
    }

    if (traits.scroll) this.scrolled.set(path, this.scrollEntry(path, traits.scroll, result));
    if (result instanceof Prop || typeof result === 'function') return this.child(result, path, stays);
    if (!isPlainObject(result)) return result;

    const children = await this.children(result, path, stays);
    return this.isHusk(path, children, result) && !stays ? absent : children;
  }

  /** Whether a partial answer includes something at this path: the request named it, an ancestor or a descendant. */
  private isWanted(path: string): boolean {
    const { partial, only, except } = this.wanted;
    if (!partial) return true;
    if (except.some((name) => isWithin(path, name))) return false;

    return only.length === 0 || only.some((name) => isWithin(path, name) || isWithin(name, path));
  }

  /** Whether a partial answer leaves an object out completely; the client then keeps its own. */
  private isHusk(path: string, children: object, original: object): boolean {
    const { partial, only } = this.wanted;
    const emptied = Object.keys(children).length === 0 && Object.keys(original).length > 0;

    return partial && emptied && !only.some((name) => isWithin(path, name));
  }

  private isHeldBack(path: string, { load, once, group = 'default' }: Traits): boolean {
    const held = once !== undefined && !once.fresh && this.wanted.held.includes(once.key ?? path);
    if (this.wanted.partial) return held && this.wanted.only.length === 0;

    if (load === 'deferred' && !held) this.deferred.push({ group, path });
    return held || load === 'deferred' || load === 'optional';
  }

  private scrollEntry(path: string, { pageName, pages }: NonNullable<Traits['scroll']>, value: unknown): object {
    const { previousPage, nextPage, currentPage } = pages(value as never);

    return { pageName, previousPage, nextPage, currentPage, reset: this.wanted.reset.includes(path) };
  }

  metadata(props: Record<string, unknown>): PropsMetadata {
    const merging = this.marked.filter(({ path }) => !this.wanted.reset.includes(path));
    // Announces as merged only what this answer holds: otherwise the client would delete its own value.
    const paths = (of: (traits: Traits) => string[]) =>
      merging.flatMap(({ path, traits }) =>
        of(traits)
          .map((inner) => (inner ? `${path}.${inner}` : path))
          .filter((target) => isIn(props, target)),
      );
    const scrolls = (scroll: Traits['scroll'], before: boolean) =>
      scroll && this.wanted.prepend === before ? [scroll.within] : [];

    return withoutEmpty({
      deferredProps: grouped(this.deferred),
      mergeProps: paths(({ append = [], scroll }) => [...append, ...scrolls(scroll, false)]),
      prependProps: paths(({ prepend = [], scroll }) => [...prepend, ...scrolls(scroll, true)]),
      deepMergeProps: paths(({ deep }) => (deep ? [''] : [])),
      matchPropsOn: merging.flatMap(({ path, traits }) =>
        isIn(props, path) ? (traits.matchOn ?? []).map((field) => `${path}.${field}`) : [],
      ),
      scrollProps: Object.fromEntries(this.scrolled),
      onceProps: Object.fromEntries(
        this.marked.flatMap(({ path, traits: { once } }) =>
          once ? [[once.key ?? path, { prop: path, expiresAt: once.lasts ? Date.now() + once.lasts : null }]] : [],
        ),
      ),
      rescuedProps: this.rescued,
    });
  }
}

/** Whether `path` is `outer` or lies below it. */
function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}

/** Whether the answer has a value of its own at this path. */
function isIn(props: Record<string, unknown>, path: string): boolean {
  let value: unknown = props;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }

  return value !== undefined;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;

  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function grouped(deferred: { group: string; path: string }[]): Record<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { group, path } of deferred) groups.set(group, [...(groups.get(group) ?? []), path]);

  return Object.fromEntries(groups);
}

function withoutEmpty(metadata: Required<PropsMetadata>): PropsMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([, part]) => Object.keys(part).length > 0));
}
