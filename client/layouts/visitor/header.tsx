import { BrandLogo } from '@/components/logo';
import type { Brand } from '@shared/brands';

/** The brand's name and links to its marketing site: the full menu, or only the contact (docs/visitors.md#visitors). */
export function Header({ brand }: { brand: Brand }) {
  const links = brand.menu === 'full' ? brand.links : [{ label: 'Contact', href: brand.contact.href }];
  return (
    <header className="relative border-t-4 border-b border-t-brand border-b-line bg-surface">
      <div className="mx-auto flex max-w-[1120px] items-center justify-between gap-x-4 px-4 py-3">
        <a href={brand.marketingUrl} translate="no" className="flex items-center gap-3 py-1 leading-snug font-bold">
          <BrandLogo brand={brand} className="size-10" />
          {brand.name}
        </a>
        <nav aria-label="Main" className={links.length > 1 ? 'max-md:hidden' : undefined}>
          <Links links={links} className="flex gap-x-6" />
        </nav>
        {links.length > 1 && (
          <details className="group md:hidden">
            <summary className="flex min-h-control list-none items-center gap-2 font-semibold text-brand [&::-webkit-details-marker]:hidden">
              Menu
              <svg aria-hidden viewBox="0 0 12 8" className="w-3 group-open:rotate-180">
                <path d="M1 1.5 6 6.5 11 1.5" fill="none" stroke="currentColor" strokeWidth="2" />
              </svg>
            </summary>
            <nav
              aria-label="Main"
              className="absolute inset-x-0 top-full z-10 border-b border-line-strong bg-surface px-4 py-2"
            >
              <Links links={links} className="divide-y divide-line" />
            </nav>
          </details>
        )}
      </div>
    </header>
  );
}

function Links({ links, className }: { links: Brand['links']; className: string }) {
  return (
    <ul className={className}>
      {links.map(({ label, href }) => (
        <li key={href}>
          <a href={href} className="flex min-h-11 items-center text-lg text-ink-soft hover:text-ink hover:underline">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
