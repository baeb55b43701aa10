import { Time } from '@/components/time';
import { formatUtcMinute } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { erasureRows } from '@shared/retention';

/** What was erased of the order, and when (docs/people.md#keeping-and-erasing). */
export function Erased({ erased }: Pick<Pages['desk/order'], 'erased'>) {
  if (erased.length === 0) return null;
  return (
    <section aria-label="Erased" className="mx-6 mb-6 rounded-md bg-sunken px-4 py-3 max-md:mx-4">
      <h2 className="font-medium">Erased</h2>
      <ul className="mt-1.5 grid gap-0.5">
        {erased.map(({ kind, at }) => (
          <li key={kind}>
            {erasureRows[kind].what}, on <Time at={at} format={formatUtcMinute} />
          </li>
        ))}
      </ul>
    </section>
  );
}
