import type { PropsMetadata } from './resolve-props.js';

/** A page as Inertia's client receives it. */
export interface PageObject extends PropsMetadata {
  component: string;
  props: Record<string, unknown>;
  /** Path and query to show in the address bar; a GET of it gives the page again. */
  url: string;
  version: string;
  sharedProps?: string[];
  flash?: Record<string, unknown>;
  encryptHistory?: true;
  clearHistory?: true;
  preserveFragment?: true;
}

/**
 * The page as the browser reads it from its JSON, in which dates are strings: the page itself when that is the same.
 * Reading the JSON of a long list takes many times as long as finding that out.
 * @param json of the page
 */
export function asRead(page: PageObject, json: string): PageObject {
  return isPlain(page) ? page : (JSON.parse(json) as PageObject);
}

/** Whether JSON gives back the same value. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || !plainPrototypes.has(Object.getPrototypeOf(value))) return false;

  return Object.values(value).every(isPlain);
}

const plainPrototypes = new Set<unknown>([Object.prototype, null]);
