import type { CorrectionState } from '@shared/corrections';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

const sentences: Record<CorrectionState, string> = {
  open: 'There is nothing that you need to correct here. If we asked you something by email, please answer that email.',
  submitted: 'Your details have gone to the authority, so they can’t be changed here any more.',
  refunded: 'This order is closed, so there is nothing to correct.',
  shut: 'Your details can’t be changed here at the moment. If something is wrong, please contact support.',
};

/** Why the page has no form. Once there is a card, what is wrong on it is told on its own page. */
export function NothingAsked({
  state,
  encodedId,
  hasCard,
}: Pick<Pages['visitor/details'], 'state' | 'encodedId' | 'hasCard'>) {
  return (
    <>
      <p className="mt-4">{sentences[state]}</p>
      {state === 'submitted' && hasCard && (
        <p className="mt-4">
          <a
            href={routes.ask(encodedId, 'card')}
            className="inline-block py-2 font-semibold text-brand underline underline-offset-2"
          >
            Something is wrong on my card
          </a>
        </p>
      )}
      {state === 'submitted' && !hasCard && <p className="mt-4">If something is wrong, please contact support.</p>}
    </>
  );
}
