import { buttonClass } from '@/components/button';
import { type Named, OrderName } from '@/pages/visitor/parts/order-line';
import type { Pages } from '@shared/pages';
import { kualaLumpurToday, plainDay } from '@shared/dates';
import type { VisitorResult } from '@shared/answers/visitor';
import { routes } from '@shared/routes';

/**
 * The progress of an order without a card: what happens next, when, and why not earlier (docs/visitors.md#visitors).
 */
export function Standing({
  order,
  isAmended,
  erasedOn,
  encodedId,
  ...standing
}: StandingProps & Pick<Pages['visitor/download'], 'isAmended' | 'erasedOn' | 'encodedId'>) {
  const { process_status: status } = order;
  if (erasedOn !== null && status !== 'refunded') return <Erased order={order} on={erasedOn} />;

  const { title, lines, step } = sentencesOf({ order, ...standing });
  return (
    <div key={title}>
      <h1 className="text-3xl font-bold">{title}</h1>
      <OrderName order={order} />
      {isAmended && status !== 'refunded' && (
        <p className="mt-4 font-semibold">
          Your order was changed, so the card that you had is no longer right. Please do not use it: you get a new one.
        </p>
      )}
      {lines.map((line) => (
        <p key={line} className="mt-4">
          {line}
        </p>
      ))}
      {standing.isAsked && (
        <a href={routes.correct(encodedId)} className={buttonClass('brand', 'mt-6 w-full md:w-fit md:px-8')}>
          Correct your details
        </a>
      )}
      {step !== null && <Steps at={step} />}
    </div>
  );
}

/** The journey is long past: the card was there, and is kept no longer (docs/people.md#keeping-and-erasing). */
function Erased({ order, on }: Named & { on: string }) {
  return (
    <div>
      <h1 className="text-3xl font-bold">Your card is no longer kept</h1>
      <OrderName order={order} />
      <p className="mt-4">
        We erased it on {plainDay(on, kualaLumpurToday())}, because we keep documents only for some time after the
        journey. There is nothing you need to do.
      </p>
      <p className="mt-4">When and where the card was downloaded stays on record, without the card itself.</p>
    </div>
  );
}

type StandingProps = { order: VisitorResult } & Pick<
  Pages['visitor/download'],
  'submitOn' | 'windowDays' | 'refundPart' | 'isAsked'
>;

const asks =
  'Something is missing on your order, or may be wrong. Please correct it, so that we can go on with your card.';
const nothingToDo = 'There is nothing you need to do.';
const nothingUntilThen = 'There is nothing you need to do until then.';
const pleaseAnswer = 'If we asked you something, please answer: we can go on as soon as we know.';
/** What is left unsaid while the customer has something to do. */
const idle = [nothingToDo, nothingUntilThen, pleaseAnswer];

type Sentences = { title: string; lines: string[]; step: number | null };

/** What the customer has to do comes before what happens next, and nothing then says that there is nothing to do. */
function sentencesOf(standing: StandingProps): Sentences {
  const usual = usualOf(standing);
  if (!standing.isAsked) return usual;
  const isLater = standing.submitOn !== null && standing.submitOn > kualaLumpurToday();
  const lines = usual.lines.filter((line) => !idle.includes(line));
  return {
    ...usual,
    title: 'Please look at your details',
    lines: [asks, ...(isLater ? [`${usual.title}.`] : []), ...lines],
  };
}

function usualOf({ order, submitOn, windowDays, refundPart }: StandingProps): Sentences {
  const { process_status: status } = order;
  const mail = 'You get an email as soon as your card is ready.';
  if (status === 'refunded') {
    return {
      title: 'This order is closed',
      lines: [
        refundPart === null
          ? 'You get your money back, so there will be no card for this order.'
          : `You get ${refundPart} of your money back. There will be no card for this order.`,
        'The money goes back the way you paid. Your bank may need some days for that.',
      ],
      step: null,
    };
  }
  if (status !== 'received') {
    return {
      title: 'We are working on your card',
      lines: [pleaseAnswer, mail],
      step: 1,
    };
  }
  if (submitOn === null) {
    return {
      title: 'We have your order',
      lines: ['Your payment is not confirmed yet. We start as soon as it is.', 'You do not need to order again.'],
      step: 0,
    };
  }
  if (submitOn <= kualaLumpurToday()) {
    return { title: 'We submit your card today', lines: [nothingToDo, mail], step: 1 };
  }
  return {
    title: `We submit your card on ${plainDay(submitOn, kualaLumpurToday())}`,
    lines: [
      windowDays === 1
        ? 'We can’t do it earlier: Malaysia takes a card only on the day you arrive.'
        : `We can’t do it earlier: Malaysia takes a card only in the ${windowDays} days up to the day you arrive.`,
      nothingUntilThen,
      mail,
    ],
    step: 1,
  };
}

const steps = ['We have your order', 'We submit your card', 'Your card is ready to download'];

/** The three steps of an order; the current one is marked by more than a colour. */
function Steps({ at }: { at: number }) {
  return (
    <ol className="mt-8">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className="relative flex gap-4 pb-6 not-last:before:absolute not-last:before:inset-y-0 not-last:before:start-[13px] not-last:before:w-0.5 not-last:before:bg-line-strong"
        >
          <Mark done={index < at} current={index === at} />
          <span className={index === at ? 'font-bold' : index < at ? '' : 'text-ink-soft'}>{step}</span>
        </li>
      ))}
    </ol>
  );
}

function Mark({ done, current }: { done: boolean; current: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 28 28" className="relative size-7 shrink-0 text-brand" fill="none">
      <circle
        cx="14"
        cy="14"
        r="12"
        strokeWidth="2.5"
        className={
          done ? 'fill-brand stroke-brand' : current ? 'fill-surface stroke-brand' : 'fill-surface stroke-control'
        }
      />
      {done && (
        <path d="m8.5 14.5 4 4 7-8" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      )}
      {current && <circle cx="14" cy="14" r="5" fill="currentColor" />}
    </svg>
  );
}
