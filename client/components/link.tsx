import { mergeDataIntoQueryString } from '@inertiajs/core';
import { Link as InertiaLink, type InertiaLinkProps } from '@inertiajs/react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

type Visit = Pick<
  InertiaLinkProps,
  'only' | 'except' | 'preserveScroll' | 'preserveState' | 'replace' | 'prefetch' | 'cacheFor'
>;
type Props = Visit &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick' | 'onError' | 'onProgress'> & {
    href: string;
    onClick?: (event: MouseEvent) => void;
  };

/**
 * A link to a screen. In the browser it is Inertia's; on the server the bare anchor with the same markup, since Inertia's
 * costs thirty times as much to render and a table has one in every row. `prefetch` loads the screen when it is hovered.
 */
export const Link: (props: Props) => ReactNode = import.meta.env?.SSR ? Anchor : InertiaLink;

/** What only a visit knows of is no attribute. Copied one by one, for a rest pattern takes several times as long. */
function Anchor(props: Props) {
  const attributes: Record<string, unknown> = {};
  for (const name in props) if (!visitOnly.has(name)) attributes[name] = props[name as keyof Props];
  attributes['href'] = plain.test(props.href) ? props.href : mergeDataIntoQueryString('get', props.href, {})[0];
  return <a {...attributes}>{props.children}</a>;
}

const visitOnly: ReadonlySet<string> = new Set<keyof Props>([
  'children',
  'only',
  'except',
  'preserveScroll',
  'preserveState',
  'replace',
  'prefetch',
  'cacheFor',
]);

/** Paths that come out of Inertia's hands as they went in. */
const plain = /^\/[\w/=-]*(?:\?[\w=&%+.,:-]*)?$/;
