import { Link } from '@/components/link';
import type { DisputeProofEntry } from '@shared/answers/disputes';
import { Check, CircleDashed, TriangleAlert } from 'lucide-react';

/** What the bank asks for and what else helps: on record or missing, with the action that adds it. */
export function Proofs({ proofs }: { proofs: DisputeProofEntry[] }) {
  return (
    <>
      <Group title="The bank asks for" of={proofs.filter(({ needed }) => needed)} />
      <Group title="Also helps" of={proofs.filter(({ needed }) => !needed)} />
    </>
  );
}

function Group({ title, of: proofs }: { title: string; of: DisputeProofEntry[] }) {
  if (proofs.length === 0) return null;
  return (
    <>
      <h4 className="mt-2 mb-1 text-sm text-ink-faint">{title}</h4>
      <ul>
        {proofs.map((proof) => (
          <Proof key={proof.proof} {...proof} />
        ))}
      </ul>
    </>
  );
}

function Proof({ label, needed, found, why, mend, mend_at: at }: DisputeProofEntry) {
  const Icon = found ? Check : needed ? TriangleAlert : CircleDashed;
  const tone = found ? 'text-good' : needed ? 'text-caution' : 'text-ink-faint';
  return (
    <li className="flex gap-2 border-t border-line py-1.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0">
        <span className="block">{label}</span>
        <span className={`block text-sm ${needed && !found ? tone : 'text-ink-faint'}`}>
          <span className="sr-only">{found ? 'On record: ' : 'Missing: '}</span>
          {why}
          {mend && at && (
            <>
              {' · '}
              {at.startsWith('#') ? (
                <a href={at} className="rounded-xs text-accent underline underline-offset-2">
                  {mend}
                </a>
              ) : (
                <Link href={at} className="rounded-xs text-accent underline underline-offset-2">
                  {mend}
                </Link>
              )}
            </>
          )}
        </span>
      </span>
    </li>
  );
}
