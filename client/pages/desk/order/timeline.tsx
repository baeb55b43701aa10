import { Button } from '@/components/button';
import { Facts } from '@/components/facts';
import { Time } from '@/components/time';
import { useStaff } from '@/hooks/use-can';
import { type Happening, happeningsOf } from '@/pages/desk/order/happenings';
import { formatUtc, formatUtcMinute } from '@shared/dates';
import type { OrderWithHistories } from '@shared/answers/desk';
import { useState } from 'react';

/** How many of the newest happenings are in sight at first; what is new always is. */
const few = 4;

type TimelineProps = { order: OrderWithHistories; lookedAt: string | null };

/**
 * Changes, mails, downloads, remarks and what the customer asked, in one list, newest first. What others did since the
 * member looked at the order before is marked (docs/screens.md#coming-back).
 */
export function Timeline({ order, lookedAt }: TimelineProps) {
  const me = useStaff().name;
  const [whole, setWhole] = useState(false);
  const happenings = happeningsOf(order);
  const isNew = ({ at, who }: Happening) => lookedAt !== null && at > lookedAt && who !== me;
  const news = happenings.filter(isNew).length;
  const shown = Math.max(few, happenings.findLastIndex(isNew) + 1);
  if (happenings.length === 0) return <p className="text-ink-faint">No record found</p>;
  return (
    <>
      {lookedAt && news > 0 && (
        <p className="mb-3 text-ink-soft">
          {news === 1 ? 'One thing is' : `${news} things are`} new since you looked at{' '}
          <Time at={lookedAt} format={formatUtcMinute} />.
        </p>
      )}
      <Happenings happenings={happenings} isNew={isNew} shown={whole ? happenings.length : shown} />
      {happenings.length > shown && (
        <div data-print="never">
          <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Show the newest' : `Show all ${happenings.length}`}
            <span className="sr-only"> of the timeline</span>
          </Button>
        </div>
      )}
    </>
  );
}

type HappeningsProps = {
  happenings: Happening[];
  isNew: (one: Happening) => boolean;
  /** How many are in sight; on paper all are. */
  shown: number;
};

function Happenings({ happenings, isNew, shown }: HappeningsProps) {
  return (
    <ol className="@container relative before:absolute before:top-2 before:bottom-2 before:left-[13px] before:w-px before:bg-line">
      {happenings.map((one, place) => {
        const { key, at, who, icon: Icon, what, text, submitted } = one;
        return (
          <li key={key} className={`relative gap-3 pb-2.5 ${place < shown ? 'flex' : 'hidden print:flex'}`}>
            <span className="z-1 grid size-7 shrink-0 place-items-center rounded-full border border-line bg-surface text-ink-soft">
              <Icon aria-hidden className="size-3.5" />
            </span>
            <div className="min-w-0 flex-1 pt-1">
              <div className="flex gap-x-4 @max-[36rem]:block">
                <p className="min-w-0 flex-1 wrap-anywhere">
                  <bdi className="font-medium">{who}</bdi> {what}
                  {isNew(one) && <span className="tag tone-blue ml-2">New</span>}
                </p>
                <p className="shrink-0 text-sm text-ink-faint">
                  <Time at={at} format={formatUtc} />
                </p>
              </div>
              {text && (
                <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line break-words text-ink-soft">
                  {text}
                </p>
              )}
              {submitted && <WhatWasSubmitted fields={submitted} />}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function WhatWasSubmitted({ fields }: { fields: { label: string; value: string }[] }) {
  return (
    <details className="mt-1">
      <summary className="text-ink-soft">What was submitted</summary>
      <div className="mt-1 max-w-prose">
        <Facts of={Object.fromEntries(fields.map(({ label, value }) => [label, value]))} />
      </div>
    </details>
  );
}
