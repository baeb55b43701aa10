import { kualaLumpurToday, plainDay } from '@shared/dates';
import { type OrderStatus, statusRows } from '@shared/order-statuses';

/**
 * The day of arrival. For an order that is not submitted yet it is the last day to submit the card to the authority.
 * @param cardless whether no card has been uploaded yet; undefined when unknown
 */
export function Deadline({ status, doa, cardless }: { status: OrderStatus; doa: string; cardless?: boolean }) {
  const { unsubmitted } = statusRows[status];
  if (!unsubmitted || (unsubmitted === 'cardless' && !cardless)) {
    return <span className="text-ink-faint">Arrives {plainDay(doa)}</span>;
  }

  const days = (Date.parse(doa) - Date.parse(kualaLumpurToday())) / 86_400_000;
  return (
    <span
      // the date in Kuala Lumpur may change between the rendering on the server and in the browser
      suppressHydrationWarning
      className={days < 0 ? 'font-semibold text-danger' : days <= 1 ? 'font-semibold text-caution' : 'text-ink-soft'}
    >
      Submit by {plainDay(doa)}, {inDays(days)}
    </span>
  );
}

function inDays(days: number): string {
  if (days === 0) return 'today';
  if (days < 0) return days === -1 ? 'a day late' : `${-days} days late`;
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
