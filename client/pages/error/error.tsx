import { buttonClass } from '@/components/button';
import { Link } from '@/components/link';
import { BrandLogo, Logo } from '@/components/logo';
import { Head, usePage } from '@inertiajs/react';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** What could not be shown, in a sentence, with the number the log knows it by and a way back. */
export default function ErrorPage({ status, title, message, ref: reference }: Pages['error/error']) {
  const { staff, brand } = usePage<SharedProps>().props;
  const home = staff ? routes.dashboard : brand ? routes.track() : routes.login;
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas px-6 py-16">
      <Head title={title} />
      <div className="max-w-md text-center">
        {brand ? <BrandLogo brand={brand} className="mx-auto size-12" /> : <Logo className="mx-auto size-12" />}
        <p className="mt-6 font-medium text-ink-faint tabular-nums">{status}</p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-lg text-ink-soft">{message}</p>
        <p className="mt-6">
          <Link href={home} className={buttonClass('primary')}>
            {staff ? 'Back to the dashboard' : 'Back to the start'}
          </Link>
        </p>
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
