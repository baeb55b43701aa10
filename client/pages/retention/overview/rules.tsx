import { Section } from '@/components/section';
import type { Pages } from '@shared/pages';
import { agedKinds, erasureRows } from '@shared/retention';

/** How long what is kept, behind its heading. */
export function Rules({ months }: Pick<Pages['retention/overview'], 'months'>) {
  const folded = agedKinds.map((kind) => `${erasureRows[kind].label} ${months[kind]} months`).join(' · ');
  return (
    <Section title="Rules" folded={`${folded}, after the arrival`}>
      <dl className="grid gap-x-10 xl:grid-cols-2">
        {agedKinds.map((kind) => (
          <div key={kind} className="border-t border-line py-2">
            <dt className="font-medium">{erasureRows[kind].label}</dt>
            <dd className="text-ink-soft">{erasureRows[kind].what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 max-w-prose text-ink-soft">
        An order with an open dispute or refund is frozen: nothing of it is erased. Packs that were made before stay as
        they are. Packs that are made later say what was erased.
      </p>
    </Section>
  );
}
