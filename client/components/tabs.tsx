import { Link } from '@/components/link';

type Tab = { label: string; href: string; current: boolean };

/** Links that show the same screen another way; the current one is filled. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          href={tab.href}
          preserveScroll
          preserveState
          aria-current={tab.current ? 'page' : undefined}
          className="inline-flex min-h-control items-center rounded-md px-2.5 text-ink-soft hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-strong"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
