import { mergeDataIntoQueryString } from '@inertiajs/core';
import { Link as InertiaLink, type InertiaLinkProps } from '@inertiajs/react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

type Visit = Pick<
  InertiaLinkProps,
  'only' | 'except' | 'preserveScroll' | 'preserveState' | 'replace' | 'prefetch' | 'cacheFor'
>;
type Props = Visit &
  Pick<
    AnchorHTMLAttributes<HTMLAnchorElement>,
    'className' | 'aria-label' | 'aria-current' | 'aria-keyshortcuts' | 'children'
  > & {
    href: string;
    onClick?: (event: MouseEvent) => void;
  };

/**
 * A link to a screen. In the browser it is Inertia's link. On the server it is a plain anchor with the same markup, because
 * Inertia's takes thirty times as long to render and a table has a link in every row. `prefetch` loads the screen on hover.
 */
export const Link: (props: Props) => ReactNode = import.meta.env?.SSR ? Anchor : InertiaLink;

/** Renders the anchor's own attributes and drops the options of a visit. */
function Anchor({ href, className, children, ...props }: Props) {
  return (
    <a
      className={className}
      aria-label={props['aria-label']}
      aria-current={props['aria-current']}
      aria-keyshortcuts={props['aria-keyshortcuts']}
      href={plain.test(href) ? href : mergeDataIntoQueryString('get', href, {})[0]}
    >
      {children}
    </a>
  );
}

/** Paths that `mergeDataIntoQueryString` returns unchanged. */
const plain = /^\/[\w/=-]*(?:\?[\w=&%+.,:-]*)?$/;
