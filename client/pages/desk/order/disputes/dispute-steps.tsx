import { type LeftOut, nothingLeftOut } from '@shared/left-out';
import { Button, buttonClass, type ButtonTone } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { NotesForBank } from '@/pages/desk/order/notes-for-bank';
import { PackPreview, type Previewed } from '@/pages/desk/order/disputes/pack-preview';
import { DialogLater } from '@/components/dialog-later';
import { AtStripe } from '@/pages/desk/order/disputes/at-stripe';
import { useWrite } from '@/hooks/use-write';
import type { Write } from '@/writes/queue';
import type { DisputeCase, PackVersion } from '@shared/answers/disputes';
import { formatUtcMinute } from '@shared/dates';
import type { OrderWithHistories } from '@shared/answers/desk';
import { type DisputeState, disputeStates } from '@shared/dispute-states';
import { money } from '@shared/money';
import type { Pages } from '@shared/pages';
import { statusRows } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { Eye, FileArchive, FileText } from 'lucide-react';
import { useId, useState } from 'react';

type Step = Exclude<DisputeState, 'inquiry' | 'submitted'>;

/**
 * The steps that a state offers besides submitting, the costly one last: label, and the question before one that ends the
 * dispute.
 */
const steps: Record<Step, { label: string; asks?: (dispute: DisputeCase) => string }> = {
  open: { label: 'The bank opened it' },
  won: { label: 'Mark as won', asks: () => 'Has the bank decided for us?' },
  lost: { label: 'Mark as lost', asks: () => 'Has the bank decided against us?' },
  accepted: { label: 'Accept the loss…', asks: acceptQuestion },
};

const takenBack: (typeof steps)[Step] = {
  label: 'Not submitted',
  asks: () => 'Has the bank not got this answer? The dispute is open again, and tied to no version.',
};

/** Says how much money is left with the bank, or that nobody knows. */
export function acceptQuestion({ amount, currency }: Pick<DisputeCase, 'amount' | 'currency'>): string {
  const lost = money(amount, currency);
  return lost
    ? `Accept this dispute and leave ${lost} with the bank?`
    : 'Accept this dispute and leave the money with the bank? Its amount is not on record.';
}

type DisputeStepsProps = {
  dispute: DisputeCase;
  order: OrderWithHistories;
  versions: PackVersion[];
  stripe: NonNullable<Pages['desk/order']['cases']>['stripe'];
  /** Whether the likely step is what comes next on the page. */
  isMain: boolean;
  onEdit: () => void;
};

/**
 * What can be done about a dispute. The likely step is first: its answer is made, then marked as submitted, by Stripe where it
 * was staged there. The rest is behind *More*.
 */
export function DisputeSteps({ dispute, order, versions, stripe, isMain, onEdit }: DisputeStepsProps) {
  const { running, run } = useWrite();
  const [chosen, setChosen] = useState<number>();
  const [leftOut, setLeftOut] = useState<LeftOut>(nothingLeftOut);
  const [more, setMore] = useState(false);
  const { show, dialog } = usePreview();
  const packId = versions.some(({ id }) => id === chosen) ? chosen : versions[0]?.id;
  const answer = stripe.answers.find(({ dispute_id }) => dispute_id === dispute.id);
  const { next, waits } = disputeStates[dispute.state];
  // a dispute of a refunded order is answered with the credit
  const isCredited = order.process_status === 'Refunds' && order.refund_date !== null;
  const canMake = waits && (statusRows[order.process_status].packs || isCredited);
  const isMade = next.includes('submitted') && versions.some(({ dispute_id }) => dispute_id === dispute.id);
  // an answer that was staged is submitted by Stripe
  const tone = isMain && !answer ? 'primary' : 'secondary';
  const make = canMake && <MakeAnswer {...{ dispute, order, leftOut, show }} tone={isMade ? 'secondary' : tone} />;
  const submit = next.includes('submitted') && packId !== undefined && (
    <Submit
      {...{ dispute, versions, packId, running }}
      tone={isMade ? tone : 'secondary'}
      onChoose={setChosen}
      onLook={() => show({ title: `Version ${packId}`, path: routes.packVersion(packId) })}
      onSubmit={async (body) => void (await run('submit', body))}
    />
  );

  return (
    <div data-print="never" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        {isMade ? submit : make}
        <Button tone="quiet" aria-expanded={more} onClick={() => setMore(!more)}>
          More
        </Button>
      </div>
      {more && (
        <div className="flex flex-wrap items-center gap-1.5">
          {isMade ? make : submit}
          <Button onClick={onEdit}>Change Details</Button>
          <a href={routes.api.disputeEvidenceZip(dispute.id)} className={buttonClass()} download>
            <FileArchive aria-hidden className="size-4" />
            Evidence as ZIP
          </a>
          <Moves {...{ dispute, running, run }} />
        </div>
      )}
      <AtStripe {...{ dispute, packId, running, run, isMain }} ready={stripe.ready} answer={answer} />
      {canMake && <NotesForBank name={`dispute-${dispute.id}-note`} {...{ order, leftOut }} onChange={setLeftOut} />}
      {dialog}
    </div>
  );
}

/** `show` opens a pack in `dialog`. */
function usePreview() {
  const [preview, setPreview] = useState<Previewed & { open: boolean }>();
  const dialog = preview && (
    <DialogLater
      size="wide"
      open={preview.open}
      onClose={() => setPreview({ ...preview, open: false })}
      title={preview.title}
    >
      <PackPreview {...preview} />
    </DialogLater>
  );
  return { show: (shown: Previewed) => setPreview({ ...shown, open: true }), dialog };
}

type MakeAnswerProps = Pick<DisputeStepsProps, 'dispute' | 'order'> & {
  leftOut: LeftOut;
  tone: ButtonTone;
  show: (pack: Previewed) => void;
};

/** Shows the pack that would answer the dispute now, and makes it. */
function MakeAnswer({ dispute, order, leftOut, tone, show }: MakeAnswerProps) {
  function onPreview() {
    const body = { orderId: order.encoded_id, defencePackType: 1, disputeId: dispute.id, ...leftOut, preview: true };
    show({ title: 'Preview of the Answer', path: routes.api.packPdf, body });
  }

  return (
    <>
      <a
        href={routes.disputePack(order.encoded_id, dispute.id, leftOut)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass(tone)}
      >
        <FileText aria-hidden className="size-4" />
        Make the Answer
      </a>
      <Button tone="quiet" onClick={onPreview}>
        <Eye aria-hidden className="size-4" />
        Preview
      </Button>
    </>
  );
}

type MovesProps = Pick<DisputeStepsProps, 'dispute'> & ReturnType<typeof useWrite>;

/** The states that the dispute can go to besides submitted. */
function Moves({ dispute, running, run }: MovesProps) {
  const confirm = useConfirm();
  const { next } = disputeStates[dispute.state];
  const possible = (Object.keys(steps) as Step[]).filter((step) => next.includes(step));
  const stepTo = (to: Step) => (to === 'open' && dispute.state === 'submitted' ? takenBack : steps[to]);

  async function move(to: Step) {
    const text = stepTo(to).asks?.(dispute);
    if (text && !(await confirm({ text, dangerous: to === 'accepted' }))) return;
    const body = { to, version: dispute.version };
    await run(to, { method: 'put', path: routes.api.moveDispute(dispute.id), body });
  }

  return (
    <>
      {possible.map((to) => (
        <Button
          key={to}
          tone={to === 'accepted' ? 'danger-quiet' : 'secondary'}
          busy={running === to}
          onClick={() => void move(to)}
        >
          {stepTo(to).label}
        </Button>
      ))}
    </>
  );
}

type SubmitProps = Pick<DisputeStepsProps, 'dispute' | 'versions'> & {
  packId: number;
  onChoose: (packId: number) => void;
  onLook: () => void;
  tone: ButtonTone;
  running: string | undefined;
  onSubmit: (write: Write) => Promise<void>;
};

/** Chooses the version that the bank got, looks at it, and notes it. */
function Submit({ dispute, versions, packId, tone, running, onChoose, onLook, onSubmit }: SubmitProps) {
  const id = useId();
  const path = routes.api.submitDispute(dispute.id);
  const confirm = useConfirm();

  async function submit() {
    const text = `Has the bank got version ${packId}? This only notes it: nothing is sent to the bank.`;
    if (await confirm({ text })) await onSubmit({ method: 'put', path, body: { packId, version: dispute.version } });
  }

  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <label htmlFor={id} className="sr-only">
        Version that the bank got
      </label>
      <select
        id={id}
        value={packId}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="min-h-control max-w-64 truncate rounded-md border border-control bg-surface px-1.5"
      >
        {versions.map((version) => (
          <option key={version.id} value={version.id}>
            Version {version.id}, pack {version.type}, {formatUtcMinute(version.create_ts)}
          </option>
        ))}
      </select>
      <Button tone={tone} busy={running === 'submit'} onClick={() => void submit()}>
        Mark as Submitted
      </Button>
      <Button tone="quiet" onClick={onLook}>
        <Eye aria-hidden className="size-4" />
        Look at It
      </Button>
    </span>
  );
}
