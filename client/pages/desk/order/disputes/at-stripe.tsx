import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import type { useWrite } from '@/hooks/use-write';
import { readQuietly } from '@/writes/read-again';
import type { DisputeCase } from '@shared/answers/disputes';
import { formatUtcMinute } from '@shared/dates';
import { disputeStates } from '@shared/dispute-states';
import { routes } from '@shared/routes';
import type { StripeAnswer } from '@shared/stripe';
import { isStripeCase, stripeAnswerStates } from '@shared/stripe-cases';
import { useEffect } from 'react';

/** Milliseconds between two looks at an answer that is on its way. */
const lookEvery = 2_000;

type AtStripeProps = {
  dispute: DisputeCase;
  /** Whether answers can be sent to Stripe at all. */
  ready: boolean;
  answer: StripeAnswer | undefined;
  /** The version that was chosen; undefined when none was made. */
  packId: number | undefined;
  /** Whether submitting is what comes next on the page. */
  isMain: boolean;
} & ReturnType<typeof useWrite>;

/** Stages an answer with Stripe, then has it submitted (docs/disputes.md#answers-at-stripe). */
export function AtStripe({ dispute, ready, answer, packId, isMain, running, run }: AtStripeProps) {
  const confirm = useConfirm();
  const isGoing = answer?.state === 'staging' || answer?.state === 'submitting';
  useEffect(() => {
    if (!isGoing) return undefined;
    const looking = setInterval(() => readQuietly(['cases']), lookEvery);
    return () => clearInterval(looking);
  }, [isGoing]);

  const { waits } = disputeStates[dispute.state];
  if (!isStripeCase(dispute.case_id) || (!answer && !(ready && waits))) return null;

  const { version } = dispute;
  function onStage() {
    void run('stage', { method: 'post', path: routes.api.stageAnswer(dispute.id), body: { packId, version } });
  }
  async function onSubmit(staged: StripeAnswer) {
    const text = `Have Stripe submit version ${staged.pack_id} to the bank? This can be done once only.`;
    if (!(await confirm({ text, dangerous: true }))) return;
    const body = { answerId: staged.id, version };
    await run('submit-stripe', { method: 'post', path: routes.api.submitAnswer(dispute.id), body });
  }

  const isFree = waits && ready && (!isGoing || answer.in_doubt);
  const isStaged = answer?.state === 'staged' || answer?.state === 'submitting';
  return (
    <div className="border-l-2 border-line-strong pl-3" data-print="never">
      <output className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{answer ? stripeAnswerStates[answer.state] : 'Stripe has no answer yet'}</span>
        {answer && <span className="text-sm text-ink-faint">{told(answer)}</span>}
        {isGoing && !answer.in_doubt && <progress aria-label="On its way to Stripe" className="pack-progress" />}
      </output>
      {answer?.in_doubt && (
        <p className="mt-1 text-caution">
          In doubt: {answer.failure} What Stripe has is read before anything is sent again.
        </p>
      )}
      {answer?.failure && !answer.in_doubt && (
        <p role="alert" className="mt-1 text-danger">
          {answer.failure}
        </p>
      )}
      {isFree && (
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          {(answer?.state !== 'submitting' && packId !== undefined && (
            <Button busy={running === 'stage'} onClick={onStage}>
              Stage Version {packId} with Stripe
            </Button>
          )) ||
            (packId === undefined && <span className="text-sm text-ink-soft">Make the answer first.</span>)}
          {isStaged && (
            <Button
              tone={isMain ? 'primary' : 'secondary'}
              busy={running === 'submit-stripe'}
              onClick={() => void onSubmit(answer)}
            >
              {answer.state === 'submitting' ? 'Look again' : 'Submit by Stripe'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function told({ pack_id, files, staged_at, staged_by, submitted_at, submitted_by }: StripeAnswer): string {
  return [
    `version ${pack_id}`,
    files.length > 0 && `${files.length} ${files.length === 1 ? 'file' : 'files'}`,
    submitted_at
      ? `${formatUtcMinute(submitted_at)} by ${submitted_by}`
      : `${staged_at ? `${formatUtcMinute(staged_at)} ` : ''}by ${staged_by}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
