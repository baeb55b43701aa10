import type { SVGProps } from 'react';

type IconData = {
  name: string;
  size: number;
  node: [shape: string, attributes: Record<string, string>][];
  aliases?: string[];
};

/**
 * Replaces lucide's icon component on the server (vite.config.ts). The markup is the same, but lucide composes it on every
 * rendering, which takes a quarter of a page's rendering time for its thirty icons. An icon takes a class and attributes,
 * but neither size nor colour.
 */
export function thinIcon({ name, size, node, aliases = [] }: IconData) {
  const shapes = { __html: node.map(([shape, attributes]) => `<${shape}${written(attributes)}></${shape}>`).join('') };
  const own = ['', ...[name, ...aliases].map((known) => `-${known}`)].map((end) => `lucide${end}`).join(' ');

  return function ThinIcon({ className, ...attributes }: SVGProps<SVGSVGElement>) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox={`0 0 ${size} ${size}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className ? `${own} ${className.trim()}` : own}
        aria-hidden="true"
        {...attributes}
        dangerouslySetInnerHTML={shapes}
      />
    );
  };
}

function written({ key: _key, ...attributes }: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}
