import { Link } from '@/components/link';
import { Section } from '@/components/section';
import { router } from '@inertiajs/react';
import type { Pages } from '@shared/pages';
import { policyKinds } from '@shared/policy-kinds';
import { routes } from '@shared/routes';

type ComparisonProps = {
  comparison: NonNullable<Pages['policies/texts']['comparison']>;
  policies: Pages['policies/texts']['policies'];
};

const looks = {
  both: { mark: ' ', says: '', tone: '' },
  before: { mark: '−', says: 'Only before: ', tone: 'bg-danger-soft text-danger' },
  after: { mark: '+', says: 'Only after: ', tone: 'bg-good-soft text-good' },
} as const;

/** Two versions of a text, line by line: what is in both, what was taken out, what came in. */
export function Comparison({ comparison: { before, after, lines }, policies }: ComparisonProps) {
  const siblings = policies.filter(({ brand, kind }) => brand === after.brand && kind === after.kind);
  const show = (one: number, other: number) =>
    router.get(`${routes.policies}?before=${one}&after=${other}`, {}, { preserveState: true, replace: true });
  const changed = lines.filter(({ in: where, text }) => where !== 'both' && text.trim() !== '').length;
  return (
    <div className="px-6 max-md:px-4">
      <Section title={`${policyKinds[after.kind].label} compared`}>
        <div className="mb-3 flex flex-wrap items-center gap-3">
          {(['Before', 'After'] as const).map((label) => (
            <label key={label} className="flex items-center gap-2 text-ink-faint">
              {label}
              <select
                value={label === 'Before' ? before.id : after.id}
                onChange={({ target }) =>
                  label === 'Before' ? show(Number(target.value), after.id) : show(before.id, Number(target.value))
                }
                className="min-h-control rounded-md border border-control bg-surface px-1.5 text-ink"
              >
                {siblings.map(({ id, version }) => (
                  <option key={id} value={id}>
                    {version}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <span className="text-ink-faint">
            {changed === 0
              ? 'The texts are the same.'
              : `${changed} ${changed === 1 ? 'line differs' : 'lines differ'}.`}
          </span>
          <Link href={routes.policies} className="text-accent underline underline-offset-2">
            Close
          </Link>
        </div>
        <div className="rounded-md border border-line py-2" dir="auto">
          {lines
            .filter(({ text }) => text.trim() !== '')
            .map(({ text, in: where }, index) => (
              <p key={index} className={`flex gap-3 px-3 py-1 ${looks[where].tone}`}>
                <span aria-hidden className="w-3 shrink-0 text-center">
                  {looks[where].mark}
                </span>
                <span className="wrap-anywhere">
                  <span className="sr-only">{looks[where].says}</span>
                  {text}
                </span>
              </p>
            ))}
        </div>
      </Section>
    </div>
  );
}
