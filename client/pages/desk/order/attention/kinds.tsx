import { type About, type Its, part } from '@/pages/desk/order/attention/about';
import { FoundCardRow } from '@/pages/desk/order/attention/cards';
import { CheckRow, failedChecks } from '@/pages/desk/order/attention/checks';
import { DisputeRow, pressingDisputes, waitingDisputes } from '@/pages/desk/order/attention/disputes';
import { LostCardRow, lostCardMail, mailsToOldAddress, OldAddressRow } from '@/pages/desk/order/attention/mails';
import {
  AnswerRow,
  LookRow,
  MessageRow,
  newestUnread,
  notTaken,
  readAnswer,
  RequestRow,
} from '@/pages/desk/order/attention/messages';
import { foundCards } from '@/pages/desk/order/main-step';
import { newestRefusal, RefusalRow } from '@/pages/desk/order/attention/refusal';
import { Row, type Tone } from '@/pages/desk/order/attention/row';
import { waitingRequests } from '@/pages/desk/order/request-text';
import { cardVerdictRows } from '@shared/card-verdicts';
import { formatUtcMinute } from '@shared/dates';
import type { InboxMark } from '@shared/inbox-marks';
import { asksWasAll } from '@shared/refunds';
import { erasureRows } from '@shared/retention';
import { CircleDollarSign, Copy, Eraser, FileWarning, type LucideIcon, RefreshCw, Undo2 } from 'lucide-react';
import type { ComponentType, ReactElement } from 'react';

/** The rows of a kind. */
type Kind = (about: About) => ReactElement[];

/**
 * What needs attention, the most urgent first: whose time runs out, who waits for an answer, what keeps the card from its
 * customer, money, then what can wait (docs/screens.md#what-needs-attention). A new kind is one line more.
 */
const kinds: readonly Kind[] = [
  kind('pressing dispute', pressingDisputes, DisputeRow),
  kind('message', newestUnread, MessageRow),
  kind('request', ({ order }) => waitingRequests(order), RequestRow),
  kind('found card', ({ order }) => foundCards(order), FoundCardRow),
  kind('lost card', lostCardMail, LostCardRow),
  kind('old address', mailsToOldAddress, OldAddressRow),
  kind('look', notTaken, LookRow),
  kind('refusal', newestRefusal, RefusalRow),
  kind('check', failedChecks, CheckRow),
  note(hasMark('returned'), Undo2, 'danger', 'The bank returned a refund. Give the money back again.', part('Refunds')),
  note(hasMark('twice'), Copy, 'danger', 'The customer was charged more than once. Give one charge back.', part('Charges')),
  note(hasMark('late'), CircleDollarSign, 'danger', 'The money came when there was no card to be made.', part('Payment')),
  note(({ order }) => asksWasAll(order, order.refunds), CircleDollarSign, 'caution', 'Was this refund all?', part('Refunds')),
  note(({ order }) => order.submit_again, RefreshCw, 'caution', 'The order was amended after it was submitted. Submit it again.', { id: 'facts', name: 'the facts' }),
  note(hasDoubt('differs'), FileWarning, 'danger', `${cardVerdictRows.differs.hint}.`, part('Upload Document')),
  note(hasDoubt('unreadable'), FileWarning, 'caution', `${cardVerdictRows.unreadable.hint}.`, part('Upload Document')),
  kind('dispute', waitingDisputes, DisputeRow),
  kind('answer', readAnswer, AnswerRow),
  kind('erased', ({ erased }) => erased, ErasedRow),
]; // prettier-ignore

/** The rows of an order, the most urgent first. */
export function attentionRows(about: About): ReactElement[] {
  return kinds.flatMap((rowsOf) => rowsOf(about));
}

/** @param when what there is of the kind on an order, each with a row */
function kind<Of>(name: string, when: (about: About) => readonly Of[], What: ComponentType<Its<Of>>): Kind {
  return (about) => when(about).map((of, place) => <What key={`${name} ${idOf(of) ?? place}`} {...{ of, about }} />);
}

/** A sentence without actions of its own. */
function note(
  when: (about: About) => boolean,
  icon: LucideIcon,
  tone: Tone,
  says: string,
  to: { id: string; name: string },
): Kind {
  return (about) => (when(about) ? [<Row key={says} {...{ icon, tone, says, to }} />] : []);
}

/** What differs between the rows of a kind, so that each keeps what is under way in it when another one goes away. */
function idOf(of: unknown): string | number | undefined {
  if (typeof of === 'string') return of;
  return (of as { id?: string | number }).id;
}

function hasMark(mark: InboxMark) {
  return ({ order }: About) => order.inbox_marks.includes(mark);
}

/** Of a card that came by mail and was not sent, its own row says it. */
function hasDoubt(doubt: About['order']['card_doubt']) {
  return ({ order }: About) => order.card_doubt === doubt && foundCards(order).length === 0;
}

/** What was erased of the order, and when (docs/people.md#keeping-and-erasing). */
function ErasedRow({ of: { kind: erased, at } }: Its<About['erased'][number]>) {
  return <Row icon={Eraser} tone="quiet" says={`Erased: ${erasureRows[erased].what}, on ${formatUtcMinute(at)}`} />;
}
