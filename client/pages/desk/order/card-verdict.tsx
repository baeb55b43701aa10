import type { CardVerdict as Verdict, DocumentEntry } from '@shared/answers/documents';
import { formatShortDay } from '@shared/dates';
import { routes } from '@shared/routes';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';

const marks: Record<Verdict, { icon: typeof CircleCheck; tone: string }> = {
  agrees: { icon: CircleCheck, tone: 'text-good' },
  differs: { icon: TriangleAlert, tone: 'text-danger' },
  unreadable: { icon: CircleHelp, tone: 'text-caution' },
};

/** The current card and how it compares with the order (docs/form.md#the-card-must-be-this-orders). */
export function CurrentCard({ order_id, card }: { order_id: number; card: DocumentEntry }) {
  if (card.erased_at)
    return (
      <p className="rounded-md bg-sunken px-3 py-2 text-sm">The card was erased on {formatShortDay(card.erased_at)}.</p>
    );

  const { icon: Icon, tone } = marks[card.outdated ? 'differs' : (card.verdict ?? 'unreadable')];
  return (
    <p className="flex gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0">
        <a
          href={routes.document(order_id, card.file1)}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent hover:underline"
        >
          {card.outdated ? 'Outdated card' : 'Current card'}
        </a>
        {card.outdated
          ? ': The order was amended since. The customer’s page no longer shows this card.'
          : `: ${card.verdict_note ?? 'It was not compared with the order.'}`}
        {card.override_reason && (
          <span className="block">
            Sent anyway: <bdi className="wrap-anywhere">{card.override_reason}</bdi>
          </span>
        )}
      </span>
    </p>
  );
}
