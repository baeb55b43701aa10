import { kualaLumpurToday, plainDay } from '@shared/dates';
import { type OrderStatus, statusRows } from '@shared/order-statuses';

/**
 * The day of arrival, on which the card must be with the authority at the latest; only what still waits for that has a
 * deadline.
 * @param cardless that no card was uploaded yet, where that is known
 */
export function Deadline({ status, doa, cardless }: { status: OrderStatus; doa: string; cardless?: boolean }) {
  const { unsubmitted } = statusRows[status];
  if (!unsubmitted || (unsubmitted === 'cardless' && !cardless)) {
    return <span className="text-ink-faint">Arrives {plainDay(doa)}</span>;
  }

  const days = (Date.parse(doa) - Date.parse(kualaLumpurToday())) / 86_400_000;
  return (
    <span
      // the day may turn in Kuala Lumpur between the server's rendering and the browser's
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
