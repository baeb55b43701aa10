import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { useStaff } from '@/hooks/use-can';
import { useCounts } from '@/hooks/use-live';
import { menuIcons } from '@/layouts/admin/menu-icons';
import { tiles } from '@shared/menu';

/** Five tiles, each a count and the way to its list (spec §2, Dashboard). */
export default function Dashboard() {
  const counts = useCounts();
  const { name } = useStaff();
  return (
    <>
      <PageTitle title="Dashboard" hint={`What waits for you and the team, ${name}.`} />
      <ul className="grid grid-cols-5 gap-4 px-6 max-xl:grid-cols-3 max-md:px-4 max-sm:grid-cols-1">
        {tiles.map(({ label, path, count, icon }) => {
          const Icon = menuIcons[icon];
          return (
            <li key={path}>
              <Link
                href={path}
                prefetch
                className="group block rounded-lg border border-line p-5 transition-colors hover:border-control hover:bg-canvas"
              >
                <span className="flex items-center gap-2.5 text-ink-soft group-hover:text-ink">
                  {Icon && <Icon aria-hidden className="size-4" />}
                  <span className="font-medium">{label}</span>
                </span>
                <span className="mt-3 block text-3xl font-semibold tracking-tight tabular-nums">
                  {count && counts ? counts[count].toLocaleString('en') : null}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
