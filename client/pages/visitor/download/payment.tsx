import { KnownFacts, Own } from '@/pages/visitor/parts/known-facts';
import { givenBack } from '@/pages/visitor/parts/given-back';
import { RefundPolicy } from '@/pages/visitor/parts/refund-policy';
import { usePage } from '@inertiajs/react';
import { plainTime } from '@shared/dates';
import type { Pages, SharedProps } from '@shared/pages';
import { policyKinds } from '@shared/policy-kinds';
import { routes } from '@shared/routes';

type Page = Pages['visitor/download'];

type PaymentProps = { charge: NonNullable<Page['charge']> } & Pick<Page, 'encodedId' | 'policies'>;

/** What was paid, how the card statement names it, and who sold it. */
export function Payment({ charge, encodedId, policies }: PaymentProps) {
  const { brand } = usePage<SharedProps>().props;
  return (
    <section aria-labelledby="payment-title" className="mt-10 max-w-[640px]">
      <h2 id="payment-title" className="text-2xl font-bold">
        Your payment
      </h2>
      <KnownFacts
        of={{
          Amount: charge.amount && <Own>{charge.amount}</Own>,
          Paid: plainTime(charge.paid_at) || (charge.paid ? 'Yes' : null),
          'Card used': charge.card && <Own>{charge.card}</Own>,
          'On your card statement': charge.statement && <Own>{charge.statement}</Own>,
          ...givenBack(charge),
        }}
      />
      <p className="mt-4">
        <Own>{brand?.seller.name}</Own> is a private company and sells this service as a third party. It is not part of
        any government.
      </p>
      {policies.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-6">
          {policies.map(({ kind, path }) => (
            <VisitorLink key={kind} href={path}>
              {policyKinds[kind].label}
            </VisitorLink>
          ))}
        </p>
      )}
      {!policies.some(({ kind }) => kind === 'refund') && <RefundPolicy brand={brand} />}
      <p className="mt-2">
        <VisitorLink href={routes.charge(encodedId)}>I don’t recognise this charge</VisitorLink>
      </p>
    </section>
  );
}

/** What a customer can tell the team about the card and the journey. */
export function Help({ encodedId, hasCard }: { encodedId: string; hasCard: boolean }) {
  return (
    <section aria-labelledby="help-title" className="mt-10 max-w-[640px]">
      <h2 id="help-title" className="text-2xl font-bold">
        Has something changed?
      </h2>
      <ul className="mt-2">
        {hasCard && (
          <li>
            <VisitorLink href={routes.ask(encodedId, 'card')}>Something is wrong on my card</VisitorLink>
          </li>
        )}
        <li>
          <VisitorLink href={routes.ask(encodedId, 'flight')}>My flight changed</VisitorLink>
        </li>
      </ul>
    </section>
  );
}

function VisitorLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="inline-block py-2 font-semibold text-brand underline underline-offset-2">
      {children}
    </a>
  );
}
