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
