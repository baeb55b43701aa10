import { Mark } from '@/pages/system/overview/mark';
import type { SystemPart } from '@shared/answers/system';

/** What the product needs, and whether a fault of it is known. */
export function Parts({ parts }: { parts: SystemPart[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3">
      {parts.map(({ name, ok, detail }) => (
        <div key={name} className={`rounded-md border px-3 py-2 ${ok ? 'border-line' : 'border-danger'}`}>
          <dt className="flex items-baseline justify-between gap-2 font-medium">
            {name}
            <Mark ok={ok} good="no fault" bad="look here" />
          </dt>
          <dd className="mt-0.5 text-sm wrap-anywhere text-ink-soft">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}
