import type { PacksReadiness } from '@shared/pack-parts';
import { Check, CircleDashed, TriangleAlert } from 'lucide-react';
import { Fragment } from 'react';

type Part = PacksReadiness[1]['readiness'][number];
type State = Part['state'];

const states: Record<State, { icon: typeof Check; tone: string; word: string }> = {
  present: { icon: Check, tone: 'text-good', word: 'present' },
  damaged: { icon: TriangleAlert, tone: 'text-caution', word: 'damaged' },
  missing: { icon: TriangleAlert, tone: 'text-caution', word: 'expected, but missing' },
  optional: { icon: CircleDashed, tone: 'text-ink-faint', word: 'optional, none on record' },
};

/** The contents of each defence pack before it is made: present, expected but missing, or optional. */
export function ReadinessPanel({ of: packs }: { of: PacksReadiness | undefined }) {
  if (!packs) return <div aria-busy className="h-10 rounded-md bg-sunken" />;
  return (
    <div className="grid gap-1.5">
      {([1, 2] as const).map((type) => (
        <Pack key={type} type={type} of={packs[type]} />
      ))}
    </div>
  );
}

function Pack({ type, of: { headline, arguable, readiness: parts } }: { type: 1 | 2; of: PacksReadiness[1] }) {
  const faulty = parts.filter(({ state }) => state === 'missing' || state === 'damaged').length;
  const { icon: Icon, tone } = states[faulty > 0 || !arguable ? 'missing' : 'present'];
  return (
    <details className="rounded-md border border-line">
      <summary className="flex min-h-control items-center gap-2 rounded-md px-2.5 hover:bg-canvas">
        <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
        <span className="font-medium">Pack {type}</span>
        <span className="ml-auto text-right text-sm text-ink-faint">
          {!arguable
            ? 'No argument for this reason'
            : faulty > 0
              ? `${faulty} of ${parts.length} exhibits ${faulty === 1 ? 'is' : 'are'} incomplete`
              : 'Has all it needs'}
        </span>
      </summary>
      <p className="px-2.5 pb-1.5 text-sm text-ink-soft">
        {arguable
          ? `Says: ${headline}`
          : 'No argument is proven by the records. The pack would only show what they hold.'}
      </p>
      <ul className="px-2.5 pb-2">
        {parts.map((part) => (
          <Fragment key={part.exhibit}>
            <PartLine {...part} />
          </Fragment>
        ))}
      </ul>
    </details>
  );
}

function PartLine({ exhibit, part, state, lacks }: Part) {
  const { icon: Icon, tone, word } = states[state];
  return (
    <li className="flex gap-2 border-t border-line py-1.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0">
        <span className="block">
          {exhibit} · {part}
        </span>
        <span className={`block text-sm ${state === 'missing' ? tone : 'text-ink-faint'}`}>
          {word}
          {lacks.length > 0 && `: ${lacks.join(', ')}`}
        </span>
      </span>
    </li>
  );
}
