import { Fold } from '@/components/fold';
import type { CardholderClaim } from '@shared/stripe';

/** What the cardholder told the bank, as Stripe passed it on. */
export function Claims({ of: claims }: { of: CardholderClaim[] }) {
  if (claims.length === 0) return null;
  return (
    <Fold title="The cardholder told the bank" says={claims.length}>
      {claims.map(({ kind, text, files }, index) => (
        <blockquote key={index} className="mb-1 border-l-2 border-line-strong pl-3">
          {text && <bdi className="block whitespace-pre-line">{text}</bdi>}
          <span className="text-sm text-ink-soft">
            {[kind, files > 0 && `${files} ${files === 1 ? 'file' : 'files'}, in Stripe’s dashboard`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </blockquote>
      ))}
    </Fold>
  );
}
