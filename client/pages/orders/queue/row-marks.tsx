import { toneOf } from '@/components/check-tone';
import { type CardDoubt, cardVerdictRows } from '@shared/card-verdicts';
import { type InboxMark, inboxMarks } from '@shared/inbox-marks';
import { orderChecks } from '@shared/order-checks';
import type { OrderRow } from '@shared/orders';
import { FileCheck, FileQuestionMark, FileX, Mail, MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';

const inboxIcons: Record<InboxMark, ReactNode> = {
  card: <FileCheck aria-hidden />,
  look: <MailWarning aria-hidden />,
  answered: <Mail aria-hidden />,
};
const doubtIcons: Record<CardDoubt, ReactNode> = {
  differs: <FileX aria-hidden />,
  unreadable: <FileQuestionMark aria-hidden />,
};

/** What a member should see of an order before opening it: small signs with their words for a mouse and for screen readers. */
export function RowMarks({ order }: { order: Marked }) {
  const { checks, has_request, inbox_marks, card_doubt } = order;
  const names = checks.map((id) => orderChecks[id].label).join(', ');
  return (
    <>
      {checks.length > 0 &&
        mark(toneOf(checks), `Check: ${names}`, names, <span aria-hidden>!{checks.length > 1 && checks.length}</span>)}
      {has_request &&
        mark(
          'tone-violet',
          'Open request of the customer',
          'The customer asks for something',
          <span aria-hidden>?</span>,
        )}
      {inbox_marks.map((name) => {
        const { label, hint, tone } = inboxMarks[name];
        return mark(`tone-${tone}`, label, hint, inboxIcons[name]);
      })}
      {card_doubt && cardMark(card_doubt)}
    </>
  );
}

type Marked = Pick<OrderRow, 'checks' | 'has_request' | 'inbox_marks' | 'card_doubt'>;

function cardMark(doubt: CardDoubt): ReactNode {
  const { label, hint, tone } = cardVerdictRows[doubt];
  return mark(`tone-${tone}`, label, hint, doubtIcons[doubt]);
}

/** @param said its word for screen readers @param hint its tooltip */
function mark(tone: string, said: string, hint: string, sign: ReactNode): ReactNode {
  return (
    <span key={said} title={hint} className={`row-mark ${tone}`}>
      {sign}
      <span className="sr-only">{said} </span>
    </span>
  );
}
