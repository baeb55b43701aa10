import { buttonClass } from '@/components/button';
import { askForFactor } from '@/writes/fresh-factor';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import type { MouseEvent, ReactNode } from 'react';

/** A link to a file that needs a fresh proof of the second factor from members who have one. */
export function ExportLink({ href, children }: { href: string; children: ReactNode }) {
  const { factorUntil } = usePage<SharedProps>().props;

  async function onClick(event: MouseEvent) {
    if (factorUntil === null || factorUntil > new Date().toISOString()) return;
    event.preventDefault();
    if (await askForFactor()) window.location.assign(href);
  }

  return (
    <a href={href} download onClick={(event) => void onClick(event)} className={buttonClass()}>
      {children}
    </a>
  );
}
