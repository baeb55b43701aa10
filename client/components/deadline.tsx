import { type OrderStatus, statusRows } from '@shared/order-statuses';
import { dayToSay, type StandingFacts } from '@shared/standing';

type DeadlineProps = {
  order: StandingFacts & { process_status: OrderStatus };
  /** Whether no card has been uploaded yet; without it, whether the card is due. */
  cardless?: boolean;
};

/**
 * The last day to submit the card to the authority, or the day of arrival. How urgent that is says `StandingChip`, and
 * nothing else does.
 */
export function Deadline({ order, cardless = order.card_due }: DeadlineProps) {
  const { unsubmitted } = statusRows[order.process_status];
  const toSubmit = unsubmitted === 'cardless' ? cardless : unsubmitted !== undefined;
  return (
    <span
      // the date in Kuala Lumpur may change between the rendering on the server and in the browser
      suppressHydrationWarning
      className="text-ink-soft"
    >
      {dayToSay(order, toSubmit)}
    </span>
  );
}
