import { Avatar } from '@/components/avatar';
import { Button, buttonClass } from '@/components/button';
import { idOfRow } from '@/components/data-table';
import { Kbd } from '@/components/kbd';
import { Link } from '@/components/link';
import { RowLooks } from '@/components/looks';
import { StandingChip } from '@/components/standing-chip';
import { Minute } from '@/components/time';
import type { Calls, ShownCall } from '@/pages/call-sheet/list/use-calls';
import { localTime } from '@shared/local-time';
import { routes } from '@shared/routes';
import { ChevronRight, MessageCircle, Phone } from 'lucide-react';

type CallProps = { row: ShownCall; now: Date; calls: Calls };

/** A customer to call: one line, and below it, while it is open, what the call needs. */
export function Call({ row, now, calls }: CallProps) {
  const { encoded_id, order_id, full_name, phone, ended, became, assign_to } = row;
  const news = became ?? ended;
  const isOpen = calls.open?.encoded_id === encoded_id;
  const panel = `${idOfRow(encoded_id)}-call`;
  return (
    <li id={idOfRow(encoded_id)} className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => calls.choose(row)}
        // who comes by Tab goes on to this row; a click opens it when it is over, because the rows move
        onFocus={({ target }) => !isOpen && target.matches(':focus-visible') && calls.choose(row)}
        className={`flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-6 text-left -outline-offset-2 hover:bg-sunken max-md:px-4 ${isOpen || news === undefined ? 'min-h-13 py-2' : 'min-h-9 py-1'} ${news === undefined ? '' : 'text-ink-faint'}`}
      >
        <ChevronRight aria-hidden className={`size-4 shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        <span className="w-20 font-medium tabular-nums">{order_id}</span>
        <bdi className="min-w-40 flex-1 truncate">{full_name}</bdi>
        {!isOpen && news === undefined && (
          <span className="w-40 text-sm tabular-nums text-ink-soft">{phone?.shown ?? 'no number'}</span>
        )}
        <RowLooks orderId={order_id} />
        {news !== undefined && <span className="max-w-full min-w-0 flex-1 truncate">{news}</span>}
        <Clock row={row} now={now} />
        <span className="w-40 text-right">
          <StandingChip order={row} always />
        </span>
        <span className="w-7">{assign_to && <Avatar name={assign_to} />}</span>
      </button>
      <div id={panel} hidden={!isOpen} className="grid gap-3 px-6 pt-1 pb-4 pl-14 max-md:px-4">
        {isOpen && <Panel {...{ row, calls }} />}
      </div>
    </li>
  );
}

/** The customer's time of day, grey at night. */
function Clock({ row: { zones, phone }, now }: Pick<CallProps, 'row' | 'now'>) {
  const time = localTime(zones, now);
  if (!time) return <span className="w-36 text-sm text-ink-faint">local time not known</span>;
  return (
    <span
      title={[phone?.country, time.night && 'night'].filter(Boolean).join(', ')}
      // time passes between the rendering on the server and in the browser
      suppressHydrationWarning
      className={`w-36 text-sm tabular-nums ${time.night ? 'text-ink-faint' : 'text-ink'}`}
    >
      {time.text}
      {time.night && ' night'}
    </span>
  );
}

function Panel({ row, calls }: Pick<CallProps, 'row' | 'calls'>) {
  const { phone, remark, encoded_id, order_id, assign_to, outcomes, became } = row;
  const isOver = became !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div inert={isOver} className="flex flex-wrap items-center gap-2 inert:opacity-50">
          {phone ? (
            <>
              <a href={phone.tel} data-contact="tel" className={buttonClass('primary')}>
                <Phone aria-hidden className="size-4" />
                <span className="tabular-nums">{phone.shown}</span>
                <Kbd>t</Kbd>
              </a>
              <a
                href={phone.whatsapp}
                data-contact="whatsapp"
                target="_blank"
                rel="noreferrer"
                className={buttonClass('secondary')}
              >
                <MessageCircle aria-hidden className="size-4" />
                WhatsApp
                <Kbd>w</Kbd>
              </a>
              {phone.country && <span className="text-ink-soft">{phone.country}</span>}
            </>
          ) : (
            <span className="text-caution">This order has no number that can be called.</span>
          )}
        </div>
        <Link href={routes.orderOf(encoded_id, 'contact-customer')} className={buttonClass('quiet', 'ml-auto')}>
          Open order<span className="sr-only"> {order_id}</span>
        </Link>
      </div>
      {assign_to && <p className="text-ink-soft">Held by {assign_to}.</p>}
      {remark && (
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere text-ink-soft">
          {remark.text}
          <span className="block text-sm text-ink-faint">
            {remark.by}, <Minute at={remark.at} />
          </span>
        </p>
      )}
      <fieldset inert={isOver} className="flex flex-wrap gap-1.5 inert:opacity-50">
        <legend className="mb-1.5 text-sm text-ink-faint">How the call ended</legend>
        {outcomes.map((outcome) => (
          <Button
            key={outcome.id}
            refused={outcome.refused}
            title={outcome.refused ?? outcome.remark}
            aria-keyshortcuts={outcome.key}
            className="max-w-full"
            onClick={() => void calls.end(row, outcome)}
          >
            <Kbd>{outcome.key}</Kbd>
            <bdi className="truncate">{outcome.name}</bdi>
          </Button>
        ))}
      </fieldset>
    </>
  );
}
