import { mergeDataIntoQueryString } from '@inertiajs/core';
import { Link as InertiaLink, type InertiaLinkProps } from '@inertiajs/react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

type Visit = Pick<
  InertiaLinkProps,
  'only' | 'except' | 'preserveScroll' | 'preserveState' | 'replace' | 'prefetch' | 'cacheFor'
>;
type Props = Visit &
  Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'aria-label' | 'aria-current' | 'children'> & {
    href: string;
    onClick?: (event: MouseEvent) => void;
  };

/**
 * A link to a screen. In the browser it is Inertia's; on the server the bare anchor with the same markup, since Inertia's
 * costs thirty times as much to render and a table has one in every row. `prefetch` loads the screen when it is hovered.
 */
export const Link: (props: Props) => ReactNode = import.meta.env?.SSR ? Anchor : InertiaLink;

/** Takes the attributes that Props allows, and nothing of what only a visit knows of. */
function Anchor({ href, className, children, 'aria-label': label, 'aria-current': current }: Props) {
  return (
    <a
      className={className}
      aria-label={label}
      aria-current={current}
      href={plain.test(href) ? href : mergeDataIntoQueryString('get', href, {})[0]}
    >
      {children}
    </a>
  );
}

/** Paths that come out of Inertia's hands as they went in. */
const plain = /^\/[\w/=-]*(?:\?[\w=&%+.,:-]*)?$/;
