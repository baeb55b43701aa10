import { buttonClass } from '@/components/button';
import { Link } from '@/components/link';
import { Logo } from '@/components/logo';
import VisitorLayout from '@/layouts/visitor';
import { Head, usePage } from '@inertiajs/react';
import type { Brand } from '@shared/brands';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** The error page: a sentence, the reference to find it in the log, and a link back. */
export default function ErrorPage({ status, title, message, ref: reference, link }: Pages['error/error']) {
  const { staff, brand } = usePage<SharedProps>().props;
  if (!staff && brand) return <VisitorsError {...{ status, title, message, brand }} reference={reference} />;
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas px-6 py-16">
      <Head title={title} />
      <div className="max-w-md text-center">
        <Logo className="mx-auto size-12" />
        <p className="mt-6 font-medium text-ink-faint tabular-nums">{status}</p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-lg text-ink-soft">{message}</p>
        <StaffsWay signedIn={staff !== null} link={link} />
        {reference && (
          <p className="mt-8 text-sm text-ink-faint">
            If you write to us about this, please name{' '}
            <span className="font-mono text-ink-soft select-all">{reference}</span>
          </p>
        )}
      </div>
    </main>
  );
}

type VisitorsErrorProps = Pick<Pages['error/error'], 'status' | 'title' | 'message'> & {
  brand: Brand;
  reference: string;
};

/** In the frame of the visitors' pages, with plain links, because those don't use Inertia. */
function VisitorsError({ status, title, message, brand, reference }: VisitorsErrorProps) {
  const isMissing = status === 404;
  const heading = isMissing ? 'We can’t find that page' : title;
  return (
    <VisitorLayout>
      <div className="max-w-[640px]">
        <Head title={heading} />
        <h1 className="text-3xl font-bold">{heading}</h1>
        <p className="mt-4">{isMissing ? 'Track your order to see it and to download your card.' : message}</p>
        <p className="mt-8 flex flex-wrap gap-4">
          <a href={routes.track()} className={buttonClass('brand', 'w-full md:w-fit md:px-8')}>
            Track Order
          </a>
          <a href={brand.contact.href} className={buttonClass('secondary', 'w-full md:w-fit md:px-8')}>
            Contact Support
          </a>
        </p>
        {reference && (
          <details className="mt-8 text-lg text-ink-soft">
            <summary className="w-fit py-2">Reference for support</summary>
            <p translate="no" className="wrap-anywhere select-all">
              {reference}
            </p>
          </details>
        )}
      </div>
    </VisitorLayout>
  );
}

function StaffsWay({ signedIn, link }: { signedIn: boolean } & Pick<Pages['error/error'], 'link'>) {
  const usual = signedIn
    ? { href: routes.dashboard, label: 'Back to the dashboard' }
    : { href: routes.login, label: 'Back to the start' };
  const { href, label } = link ?? usual;
  return (
    <p className="mt-6">
      <Link href={href} className={buttonClass('primary')}>
        {label}
      </Link>
    </p>
  );
}
