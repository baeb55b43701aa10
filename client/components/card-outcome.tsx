import { Button, buttonClass } from '@/components/button';
import { DialogLater } from '@/components/dialog-later';
import { useWrite } from '@/hooks/use-write';
import type { CardOutcomeEntry } from '@shared/board';
import { formatUtc } from '@shared/dates';
import { cardOutcomes, type CardOutcome as Outcome, outcomeLabels } from '@shared/standing';
import { routes } from '@shared/routes';
import { useState } from 'react';

type CardOutcomeProps = {
  order: { order_id: number; encoded_id: string };
  /** What was said already. */
  said?: CardOutcomeEntry | null;
  className?: string;
};

/** The button that asks what became of a card which the product did not deliver (docs/orders.md#standing). */
export function CardOutcome({ order, said = null, className = buttonClass('secondary') }: CardOutcomeProps) {
  const [open, setOpen] = useState<boolean>();
  const { running, run } = useWrite();

  async function say(outcome: Outcome | null) {
    await run(outcome ?? 'back', {
      method: 'put',
      path: routes.api.cardOutcome,
      body: { orderId: order.encoded_id, outcome },
    });
    setOpen(false);
  }

  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={className}>
        Settle<span className="sr-only"> order {order.order_id}</span>
      </button>
      {open !== undefined && (
        <DialogLater open={open} onClose={() => setOpen(false)} title={`Order ${order.order_id}: the card`}>
          <p className="mb-3 text-ink-soft">What became of the card? It is kept with your name and the time.</p>
          <div className="grid gap-2">
            {cardOutcomes.map((outcome) => (
              <Button
                key={outcome}
                tone={said?.outcome === outcome ? 'primary' : 'secondary'}
                busy={running === outcome}
                onClick={() => void say(outcome)}
              >
                {outcomeLabels[outcome]}
              </Button>
            ))}
            {said && (
              <>
                <p className="text-sm text-ink-soft">
                  {said.said_by} said {outcomeLabels[said.outcome].toLowerCase()} on {formatUtc(said.create_ts)}.
                </p>
                <Button tone="quiet" busy={running === 'back'} onClick={() => void say(null)}>
                  Take it back
                </Button>
              </>
            )}
          </div>
        </DialogLater>
      )}
    </>
  );
}
