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

/** What only a visit knows of is no attribute. */
function Anchor({
  href,
  children,
  only: _only,
  except: _except,
  preserveScroll: _scroll,
  preserveState: _state,
  replace: _replace,
  prefetch: _prefetch,
  cacheFor: _cache,
  ...attributes
}: Props) {
  return (
    <a {...attributes} href={mergeDataIntoQueryString('get', href, {})[0]}>
      {children}
    </a>
  );
}
