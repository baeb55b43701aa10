import { Head } from '@inertiajs/react';
import { plainDay } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { policyKinds } from '@shared/policy-kinds';

/** A version of a text that customers buy under, as it was added (docs/evidence.md#policies). */
export default function Policy({ policy }: Pages['visitor/policy']) {
  const { label } = policyKinds[policy.kind];
  return (
    <article className="max-w-[640px]">
      <Head title={label} />
      <h1 className="text-3xl font-bold">{label}</h1>
      <p className="mt-3 text-ink-soft">
        Version {policy.version}, in force from {plainDay(policy.valid_from)} {policy.valid_from.slice(0, 4)}
      </p>
      <p className="mt-8 whitespace-pre-line wrap-anywhere" dir="auto">
        {policy.text}
      </p>
    </article>
  );
}
