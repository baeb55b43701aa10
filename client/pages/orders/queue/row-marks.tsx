import { toneOf } from '@/components/check-tone';
import { inboxSign, rowSign } from '@/components/inbox-sign';
import { type CardDoubt, cardVerdictRows } from '@shared/card-verdicts';
import { orderChecks } from '@shared/order-checks';
import type { OrderRow } from '@shared/orders';
import { FileQuestionMark, FileX } from 'lucide-react';
import type { ReactNode } from 'react';

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
        rowSign({
          tone: toneOf(checks),
          said: `Check: ${names}`,
          hint: names,
          sign: <span aria-hidden>!{checks.length > 1 && checks.length}</span>,
        })}
      {has_request &&
        rowSign({
          tone: 'tone-violet',
          said: 'Open request of the customer',
          hint: 'The customer asks for something',
          sign: <span aria-hidden>?</span>,
        })}
      {inbox_marks.map(inboxSign)}
      {card_doubt && cardSign(card_doubt)}
    </>
  );
}

type Marked = Pick<OrderRow, 'checks' | 'has_request' | 'inbox_marks' | 'card_doubt'>;

function cardSign(doubt: CardDoubt): ReactNode {
  const { label, hint, tone } = cardVerdictRows[doubt];
  return rowSign({ tone: `tone-${tone}`, said: label, hint, sign: doubtIcons[doubt] });
}
