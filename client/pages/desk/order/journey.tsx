import type { OrderWithHistories } from '@shared/answers/desk';
import { kualaLumpurToday, shortMoment } from '@shared/dates';
import { journeyOf, type JourneyStep } from '@shared/journey';
import { Check, Minus, Square } from 'lucide-react';

const marks = {
  done: 'bg-accent-soft text-accent-strong',
  next: 'border-2 border-accent bg-surface',
  open: 'border border-line-strong bg-surface',
  passed: 'border border-line-strong bg-surface text-ink-faint',
  end: 'bg-ink-faint text-surface',
} as const;
const alarms = { amber: 'tone-amber', red: 'tone-rose' } as const;
const states = { done: 'done', next: 'comes next', open: 'not yet', passed: 'passed over', end: 'the end' } as const;

/** How far the order is: its steps with their times; one at risk is amber, a late one red. */
export function Journey({ order }: { order: OrderWithHistories }) {
  const steps = journeyOf(order);
  const columns = steps.length > 5 ? 'md:grid-cols-6' : 'md:grid-cols-5';
  return (
    <ol aria-label="How far the order is" className={`mt-5 grid gap-2 ${columns}`}>
      {steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  );
}

function Step({ step: { name, is, at, alarm, note } }: { step: JourneyStep }) {
  const tone = alarm && alarms[alarm];
  return (
    <li
      aria-current={is === 'next' ? 'step' : undefined}
      className={`relative flex items-center gap-3 before:absolute before:top-2.5 before:right-0 before:left-7 before:border-t before:border-line max-md:before:hidden last:before:hidden md:grid md:content-start md:gap-1 ${tone ?? ''}`}
    >
      <span
        aria-hidden
        className={`grid size-5 place-items-center rounded-full ${tone ? 'border-2 border-(--tone-strong) bg-(--tone-soft)' : marks[is]}`}
      >
        {is === 'done' && <Check className="size-3" />}
        {is === 'passed' && <Minus className="size-3" />}
        {is === 'end' && <Square className="size-2 fill-current" />}
      </span>
      <span
        className={`text-sm leading-4 ${tone ? 'font-semibold text-(--tone-strong)' : is === 'open' || is === 'passed' ? 'text-ink-faint' : 'font-medium'}`}
      >
        {name}
        <span className="sr-only">, {states[is]}</span>
      </span>
      {note && <span className={`text-xs ${tone ? 'text-(--tone-strong)' : 'text-ink-faint'}`}>{note}</span>}
      {at && (
        <time dateTime={at} suppressHydrationWarning className="text-xs text-ink-faint tabular-nums max-md:ml-auto">
          {shortMoment(at, kualaLumpurToday())}
        </time>
      )}
    </li>
  );
}
