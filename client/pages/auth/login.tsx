import { CsrfField } from '@/components/csrf-field';
import { AddFactor } from '@/components/second-factor/add-factor';
import { FactorForm } from '@/components/second-factor/factor-form';
import { PasswordForm } from '@/pages/auth/login/password-form';
import { Head, router } from '@inertiajs/react';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/** The login, and the second factor of a sign-in that lacks it (docs/people.md#second-factor). */
export default function Login({ missing, passkeyHost, email }: Pages['auth/login']) {
  if (missing === null) return <PasswordForm passkeyHost={passkeyHost} />;
  const isProof = missing === 'factor';
  return (
    <div className="grid gap-5">
      <Head title="" />
      <div className="text-center">
        <h1 className="text-2xl font-semibold tracking-tight">
          {isProof ? 'Confirm that it is you' : 'Set up your second factor'}
        </h1>
        <p className="mt-1 text-lg break-words text-ink-faint">{email}</p>
      </div>
      {isProof ? (
        <FactorForm wide onDone={() => router.visit(routes.login)} />
      ) : (
        <>
          <p>
            Your account needs a second proof besides the password: an app on your phone, or a passkey of your device.
          </p>
          <AddFactor passkeyHost={passkeyHost} onDone={() => router.visit(routes.login)} />
        </>
      )}
      <form method="post" action={routes.api.logout} className="text-center">
        <CsrfField />
        <button type="submit" className="rounded-xs py-1 text-lg text-accent hover:underline">
          Sign in as somebody else
        </button>
      </form>
    </div>
  );
}
