import { buttonClass } from '@/components/button';
import type { Stage } from '@/layouts/visitor/download';
import { type Named, OrderName } from '@/pages/visitor/parts/order-line';
import { usePage } from '@inertiajs/react';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

type Card = NonNullable<Pages['visitor/download']['file']>;

/** Every sentence is in the page from the start, so that it is translated with the page. */
const said: Record<Stage, string> = {
  asking: 'One moment please…',
  loading: 'Your download has started. The file goes where your device keeps its downloads.',
  done: 'Your download is complete. It is in the list below.',
  failed: 'The download did not start. Please load this page again.',
};

/** The main button: a link to the file, which works without a script (client/layouts/visitor/download.ts). */
export function DownloadNow({ file, encodedId, order }: Named & { file: Card; encodedId: string }) {
  const { csrf } = usePage<SharedProps>().props;
  return (
    <>
      <h1 className="text-3xl font-bold">Your card is ready</h1>
      <OrderName order={order} />
      <p className="mt-4">Keep it on your phone or print it, and have it with you when you arrive in Malaysia.</p>
      <a
        href={file.url}
        data-download
        data-call={routes.api.download}
        data-confirm={routes.api.confirmDownload}
        data-csrf={csrf}
        data-request={JSON.stringify({ orderId: encodedId, customername: 'customer', file1: file.file1 })}
        className={buttonClass('brand', 'mt-6 w-full md:w-fit md:px-8')}
      >
        <svg aria-hidden viewBox="0 0 20 20" className="size-5" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M10 2v10m-4-4 4 4 4-4M3 15v2.5h14V15" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        <span>Download Now</span>
      </a>
      <p className="mt-2 text-lg text-ink-soft">{describe(file)}</p>
      <output className="block font-semibold">
        {Object.entries(said).map(([stage, sentence]) => (
          <span
            key={stage}
            data-stage={stage}
            hidden
            className={`mt-2 not-[[hidden]]:block ${stage === 'failed' ? 'text-danger' : ''}`}
          >
            {sentence}
          </span>
        ))}
      </output>
    </>
  );
}

/** The type and size of the file: `PDF, 120 KB`. */
function describe({ content_type, size }: Card): string {
  const kind = content_type === 'application/pdf' ? 'PDF' : 'Picture';
  return size < 1_000_000 ? `${kind}, ${Math.ceil(size / 1000)} KB` : `${kind}, ${(size / 1_000_000).toFixed(1)} MB`;
}
