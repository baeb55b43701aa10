import { isPressing, ReplyBy } from '@/components/reply-by';
import { type About, type Its, part } from '@/pages/desk/order/attention/about';
import { Row } from '@/pages/desk/order/attention/row';
import type { DisputeCase } from '@shared/answers/disputes';
import { disputeNetworks } from '@shared/dispute-reasons';
import { disputeStates } from '@shared/dispute-states';
import { money } from '@shared/money';
import { Scale } from 'lucide-react';

/** The disputes whose banks wait: with less than a day left, and the others. */
export const pressingDisputes = ({ disputes }: About): DisputeCase[] => disputes.filter(isUrgent);
export const waitingDisputes = ({ disputes }: About): DisputeCase[] =>
  disputes.filter((one) => disputeStates[one.state].waits && !isUrgent(one));

function isUrgent({ reply_by: replyBy, state }: DisputeCase): boolean {
  return isPressing(replyBy, state);
}

export function DisputeRow({ of: dispute }: Its<DisputeCase>) {
  const { network, reason_code: code, amount, currency, reply_by: replyBy, state } = dispute;
  const reason = [network && disputeNetworks[network].label, code].filter(Boolean).join(' ');
  return (
    <Row
      icon={Scale}
      tone={isUrgent(dispute) ? 'danger' : 'caution'}
      says={
        <>
          <span className="font-medium">Dispute</span>{' '}
          {[reason || 'Reason not known', money(amount, currency)].filter(Boolean).join(' · ')} ·{' '}
          {replyBy && 'reply by '}
          <ReplyBy at={replyBy} state={state} brief />
        </>
      }
      to={part('Disputes', 'the dispute')}
    />
  );
}
