import type { ReactNode } from 'react';

/** Names and values; a value that is not on record is left out. */
export function KnownFacts({ of }: { of: Record<string, ReactNode> }) {
  const known = Object.entries(of).filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl className="mt-4 border-t border-line">
      {known.map(([name, value]) => (
        <div key={name} className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[13rem_1fr]">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-semibold wrap-anywhere" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A name, number or code that must not be translated. */
export function Own({ children }: { children: ReactNode }) {
  return <span translate="no">{children}</span>;
}
