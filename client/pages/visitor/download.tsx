import { Head, usePage } from '@inertiajs/react';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { Arrival } from './download/arrival';
import { DownloadNow } from './download/download-now';
import { History } from './download/history';
import { InAppCard } from './download/in-app';
import { Help, Payment } from './download/payment';
import { Picture } from './download/picture';
import { Standing } from './download/standing';
import { noticeOf, problemsOf } from './parts/messages';
import { Notice } from './parts/notice';

/**
 * A customer's order: the card and its downloads, or the progress until there is a card (docs/visitors.md#visitors).
 */
export default function Download({
  result,
  encodedId,
  file,
  picture,
  inApp,
  arrival,
  history,
  charge,
  policies,
  ...standing
}: Pages['visitor/download']) {
  const { props, flash } = usePage<SharedProps>();
  const { brand } = props;
  const problem = problemsOf(props.errors, flash, 'card').card;
  return (
    <>
      <div className={picture ? 'lg:grid lg:grid-cols-[minmax(0,640px)_minmax(0,22rem)] lg:gap-x-16' : undefined}>
        <div className="max-w-[640px]">
          <Head title={file ? 'Your card is ready' : 'Your order'} />
          <Notice text={noticeOf(flash) ?? problem} />
          {file && inApp && <InAppCard {...{ inApp, encodedId }} order={result} hasPicture={picture !== null} />}
          {file && !inApp && <DownloadNow {...{ file, encodedId }} order={result} />}
          {!file && <Standing order={result} {...{ encodedId, ...standing }} />}
        </div>
        {picture && <Picture {...{ encodedId, picture }} />}
        <Arrival {...{ encodedId, arrival }} hasCard={file !== null} />
      </div>

      {result.process_status !== 'refunded' && <Help encodedId={encodedId} hasCard={file !== null} />}
      {(file ?? history[0]) && <History downloads={history} />}
      {charge && <Payment {...{ charge, encodedId, policies }} />}

      <p className="mt-12 max-w-[640px] border-t border-line pt-6">
        <a
          href={routes.track()}
          className="me-6 inline-block py-2 font-semibold text-brand underline underline-offset-2"
        >
          Track another order
        </a>
        <a
          href={brand?.contact.href}
          className="inline-block py-2 font-semibold text-brand underline underline-offset-2"
        >
          Contact Support
        </a>
      </p>
    </>
  );
}
