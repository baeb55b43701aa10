import { whyNotShown } from '@/pages/desk/order/pdf-preview';
import { useEffect, useRef, useState } from 'react';

/** Shows the chosen document before it is sent to a customer, and scrolls into view together with its form. */
export function CardPreview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  const [hidden, setHidden] = useState<string>();
  const isPdf = file.type === 'application/pdf';
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    async function show() {
      const reason = isPdf ? await whyNotShown(file).catch(() => 'There is no preview of this PDF.') : undefined;
      if (isGone) return;
      setHidden(reason);
      if (!reason) setUrl((made = URL.createObjectURL(file)));
    }
    void show();
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [file, isPdf]);

  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    figure.current?.closest('form')?.scrollIntoView({ block: 'nearest' });
  }, [url]);

  if (hidden) return <output className="block text-ink-soft">{hidden}</output>;
  if (!url || !/^(application\/pdf|image\/)/.test(file.type)) return null;
  const name = `Preview of ${file.name}`;
  return (
    <figure
      ref={figure}
      className="[--preview:min(18rem,calc(100dvh-26rem))] max-desk:[--preview:18rem] overflow-hidden rounded-md border border-line"
    >
      {isPdf ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
        <iframe src={`${url}#toolbar=0&navpanes=0`} title={name} className="block h-(--preview) w-full bg-sunken" />
      ) : (
        <img src={url} alt={name} className="mx-auto block max-h-(--preview)" />
      )}
      <figcaption className="border-t border-line px-2.5 py-1 text-right">
        <a href={url} target="_blank" rel="noreferrer" className="rounded-xs text-accent hover:underline">
          Look at it in full
        </a>
      </figcaption>
    </figure>
  );
}
