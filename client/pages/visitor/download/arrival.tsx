import { buttonClass } from '@/components/button';
import { plainDay } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/** What is true for every traveller with a card, and what the authority says in public. */
const steps = [
  'Before you fly, compare your name, your passport number and the day of arrival on the card with your passport.',
  'On the day, bring the passport that is named on the card, and the card on your phone or on paper.',
  'At the border, show your passport and, when an officer asks for it, the card. The card is not a visa: the officer decides who may enter.',
];

type ArrivalProps = Pick<Pages['visitor/download'], 'encodedId' | 'arrival'> & { hasCard: boolean };

/** The day of travel: what to do with the card, and the day for the traveller's own calendar. */
export function Arrival({ encodedId, arrival, hasCard }: ArrivalProps) {
  if (!hasCard && arrival === null) return null;
  return (
    <section aria-labelledby="arrival-title" className="mt-10 max-w-[640px]">
      <h2 id="arrival-title" className="text-2xl font-bold">
        {arrival ? `You arrive on ${plainDay(arrival)} ${arrival.slice(0, 4)}` : 'When you travel'}
      </h2>
      {hasCard && (
        <ol className="mt-4 grid list-decimal gap-3 ps-7 marker:font-semibold marker:text-brand">
          {steps.map((step) => (
            <li key={step} className="ps-1">
              {step}
            </li>
          ))}
        </ol>
      )}
      {arrival && (
        <a href={routes.calendar(encodedId)} className={buttonClass('secondary', 'mt-6 w-full md:w-fit md:px-8')}>
          Add to calendar
        </a>
      )}
    </section>
  );
}
