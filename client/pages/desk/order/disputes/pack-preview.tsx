import { callForFile } from '@/hooks/call-api';
import { useEffect, useState } from 'react';

/** A pack's path, and the body of the call that makes it; a stored version has none. */
export type Previewed = { title: string; path: string; body?: object };

/** The pages of a pack in a frame. Phones show no PDF in a frame, so it opens in a tab as well. */
export function PackPreview({ title, path, body }: Previewed) {
  const [shown, setShown] = useState<{ url: string } | { refusal: string }>();
  const asked = JSON.stringify(body);
  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    callForFile(path, asked === undefined ? undefined : (JSON.parse(asked) as object), stop.signal).then(
      (pdf) => setShown({ url: (url = URL.createObjectURL(pdf)) }),
      (error: Error) => !stop.signal.aborted && setShown({ refusal: error.message }),
    );
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [path, asked]);

  if (!shown) return <progress aria-label="The pack is being made" className="pack-progress" />;
  if ('refusal' in shown) return <p role="alert">{shown.refusal}</p>;
  return (
    <>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; this one is our own */}
      <iframe src={shown.url} title={title} className="h-[70dvh] w-full rounded-md border border-line" />
      <p className="mt-2">
        <a href={shown.url} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
          Open in a new tab
        </a>
      </p>
    </>
  );
}
