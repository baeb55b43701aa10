import { Button, buttonClass } from '@/components/button';
import { Logo } from '@/components/logo';
import { callForFile } from '@/hooks/call-api';
import { Head, usePage } from '@inertiajs/react';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useEffect, useState } from 'react';

/** The tab opened by Defence Pack. It requests the pack, shows progress, then the PDF (docs/evidence.md#packs). */
export default function Pack(props: Pages['desk/pack']) {
  const [tries, setTries] = useState(1);
  return <Making key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function Making({ orderId, encodedId, type, onRetry }: Pages['desk/pack'] & { onRetry: () => void }) {
  const [made, setMade] = useState<{ url: string } | { refusal: string }>();
  const dispute = useDispute();
  const name = dispute ? `dispute-${dispute}-order-${orderId}` : `defence-pack-${type}-${orderId}`;
  const title = dispute ? `Answer to the Dispute · Order ${orderId}` : `Defence Pack ${type} · Order ${orderId}`;

  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    callForFile(
      routes.api.packPdf,
      {
        orderId: encodedId,
        defencePackType: type,
        leftOut: leftOut('without'),
        leftOutMails: leftOut('withoutMails'),
        disputeId: dispute,
      },
      stop.signal,
    ).then(
      (pdf) => setMade({ url: (url = URL.createObjectURL(pdf)) }),
      (error: Error) => !stop.signal.aborted && setMade({ refusal: error.message }),
    );
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [encodedId, type, dispute]);

  return (
    <div className="fixed inset-0 z-50 flex flex-col bg-canvas">
      <Head title={title} />
      <header className="flex h-bar shrink-0 items-center gap-2.5 border-b border-line bg-surface px-4">
        <Logo className="size-6" />
        <h1 className="truncate font-semibold">{title}</h1>
        {made && 'url' in made && (
          <a href={made.url} download={`${name}.pdf`} className={buttonClass('primary', 'ml-auto')}>
            Save
          </a>
        )}
      </header>
      {made && 'url' in made ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; this one is our own
        <iframe src={made.url} title={title} className="w-full flex-1" />
      ) : (
        <div className="grid flex-1 place-items-center p-6 text-center">
          {made ? <Refused refusal={made.refusal} onRetry={onRetry} /> : <Waiting />}
        </div>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <output>
      <progress aria-label="The pack is being made" className="pack-progress" />
      <span className="mt-4 block text-lg font-medium">Putting the pack together …</span>
      <span className="mt-1 block text-ink-faint">It opens here by itself. This takes a few seconds.</span>
    </output>
  );
}

function Refused({ refusal, onRetry }: { refusal: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <p className="text-lg font-medium">The pack could not be made.</p>
      <p className="mt-1 mb-4 text-ink-soft">{refusal}</p>
      <Button tone="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** The dispute that the pack answers, as the link says; undefined for a pack of the order. */
function useDispute(): string | undefined {
  const { url } = usePage();
  return new URLSearchParams(url.split('?')[1]).get('dispute') ?? undefined;
}

/** The remarks, or the received mails, that the member left out, as the link says. */
function leftOut(name: 'without' | 'withoutMails'): string[] {
  return new URLSearchParams(window.location.search).get(name)?.split(',').filter(Boolean) ?? [];
}
