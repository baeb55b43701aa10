import type { Brand } from '@shared/brands';
import { refundPolicyOf } from '@shared/refund-policy';

/** The way to the brand's refund policy, where it publishes one. */
export function RefundPolicy({ brand }: { brand: Brand | null }) {
  const href = brand && refundPolicyOf(brand);
  if (!href) return null;
  return (
    <p className="mt-2">
      <a href={href} className="inline-block py-2 font-semibold text-brand underline underline-offset-2">
        Refund policy
      </a>
    </p>
  );
}
