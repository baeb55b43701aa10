import { buttonClass } from '@/components/button';
import { Link } from '@/components/link';
import { BrandLogo, Logo } from '@/components/logo';
import { Head, usePage } from '@inertiajs/react';
import type { Brand } from '@shared/brands';
import type { Pages, SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';

/** The error page: a sentence, the reference to find it in the log, and a link back. */
export default function ErrorPage({ status, title, message, ref: reference, link }: Pages['error/error']) {
  const { staff, brand } = usePage<SharedProps>().props;
  const forVisitor = staff ? null : brand;
  return (
    <main data-brand={forVisitor?.key} className="grid min-h-dvh place-items-center bg-canvas px-6 py-16">
      <Head title={title} />
      <div className="max-w-md text-center">
        {forVisitor ? (
          <BrandLogo brand={forVisitor} className="mx-auto size-12" />
        ) : (
          <Logo className="mx-auto size-12" />
        )}
        <p className="mt-6 font-medium text-ink-faint tabular-nums">{status}</p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-lg text-ink-soft">
          {forVisitor && status === 404
            ? 'There is nothing here. Track your order to see it and to download your card.'
            : message}
        </p>
        {forVisitor ? <VisitorsWays brand={forVisitor} /> : <StaffsWay signedIn={staff !== null} link={link} />}
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

/** Plain links, because the visitor pages don't use Inertia. */
function VisitorsWays({ brand }: { brand: Brand }) {
  return (
    <p className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 text-lg">
      <a href={routes.track()} className={buttonClass('brand', 'px-5')}>
        Track Order
      </a>
      <a href={brand.contact.href} className="py-2 font-semibold text-brand underline underline-offset-2">
        Contact Support
      </a>
    </p>
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
