import type { Brand } from '@shared/brands';

/** The way to the team, for questions that no page answers. */
export function Support({ brand }: { brand: Brand | null }) {
  return (
    <p className="mt-12 border-t border-line pt-6">
      <a href={brand?.contact.href} className="inline-block py-2 font-semibold text-brand underline underline-offset-2">
        Contact Support
      </a>
    </p>
  );
}
