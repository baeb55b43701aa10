import { type ComponentProps, useEffect, useRef, useState } from 'react';

/**
 * A part of limited height. While it has more than fits it is a group with this name that takes the focus: without focus
 * Safari's keyboard can't scroll it.
 */
export function Scrolling({ label, className = '', ...rest }: ComponentProps<'div'> & { label: string }) {
  const part = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = part;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setScrolls(current.scrollHeight > current.clientHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      {...rest}
      ref={part}
      className={`overflow-y-auto ${className}`}
      {...(scrolls && { role: 'group', tabIndex: 0, 'aria-label': label })}
    />
  );
}
