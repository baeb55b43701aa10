import { buttonClass } from '@/components/button';
import { usePage } from '@inertiajs/react';
import { plainTime } from '@shared/dates';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** Asks for a refund by one press, or says what became of the request. */
export function Refund({ encodedId, refund, asked }: Pick<Pages['visitor/charge'], 'encodedId' | 'refund' | 'asked'>) {
  return (
    <section aria-labelledby="refund-title" className="mt-10">
      <h2 id="refund-title" className="text-2xl font-bold">
        If you want your money back
      </h2>
      <Standing {...{ encodedId, refund, asked }} />
    </section>
  );
}

function Standing({
  encodedId,
  refund,
  asked: [last],
}: Pick<Pages['visitor/charge'], 'encodedId' | 'refund' | 'asked'>) {
  if (refund.state === 'given') {
    const what = refund.part === null ? 'this money' : `${refund.part} of this money`;
    return (
      <p className="mt-4">
        We gave {what} back on {plainTime(refund.at)}.
      </p>
    );
  }
  if (refund.state === 'wanted') {
    return <p className="mt-4">You get your money back. Your bank may need some days for that.</p>;
  }
  if (last && last.handled_at === null) {
    return (
      <>
        <p className="mt-4 font-semibold">You asked for a refund on {plainTime(last.create_ts)}.</p>
        <p className="mt-4">
          A member of our team decides about it. Until then nothing changes, and you do not need to ask again.
        </p>
      </>
    );
  }
  return (
    <>
      {last && (
        <p className="mt-4">
          You asked for a refund on {plainTime(last.create_ts)}. A member of our team looked at it on{' '}
          {plainTime(last.handled_at)}. You can ask again.
        </p>
      )}
      <p className="mt-4">
        You can ask us for a refund here. It is a request: a member of our team reads it and decides. Nothing is
        cancelled or paid back by itself.
      </p>
      <Ask encodedId={encodedId} />
    </>
  );
}

function Ask({ encodedId }: { encodedId: string }) {
  const { csrf } = usePage<SharedProps>().props;
  return (
    <form method="post" action={routes.api.orderRequest} className="mt-6">
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="orderId" value={encodedId} />
      <input type="hidden" name="kind" value="refund" />
      <button
        id="refund"
        type="submit"
        className={buttonClass('secondary', 'w-full aria-busy:opacity-60 md:w-fit md:px-8')}
      >
        ASK FOR A REFUND
      </button>
    </form>
  );
}
