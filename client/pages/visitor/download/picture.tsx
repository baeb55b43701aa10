import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

type PictureProps = { encodedId: string; picture: NonNullable<Pages['visitor/download']['picture']> };

/** The first page of the card, to be recognised. The card itself is the file behind the button. */
export function Picture({ encodedId, picture }: PictureProps) {
  return (
    <figure className="max-w-88 max-lg:mt-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <img
        src={routes.picture(encodedId)}
        alt="The first page of your card"
        {...picture}
        className="h-auto w-full rounded-md border border-line-strong bg-white"
      />
      <figcaption className="mt-2 text-lg text-ink-soft">The first page of your card</figcaption>
    </figure>
  );
}
