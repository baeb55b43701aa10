import { Button } from '@/components/button';
import { CsrfField } from '@/components/csrf-field';
import { Link } from '@/components/link';
import { Refusal } from '@/components/refusal';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { NewPassword } from '@/pages/auth/parts/new-password';
import { Head } from '@inertiajs/react';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/**
 * The page behind a mailed link, which sets a new password once, or the first one of an invited member
 * (docs/people.md#sessions-and-signing-in).
 */
export default function Reset({ token, invited }: Pages['auth/reset']) {
  const form = useCheckedForm(async () => (await import('@shared/auth')).resetPassword, { token, newPassword: '' });

  return (
    <form {...form.visiting(routes.api.resetPassword)} className="grid gap-5">
      <Head title="New Password" />
      <CsrfField />
      <div className="text-center">
        <h1 className="text-2xl font-semibold tracking-tight">
          {invited ? 'Choose your password' : 'Choose a new password'}
        </h1>
        <p className="mt-1 text-lg wrap-anywhere text-ink-faint">
          {invited ? (
            <>
              Welcome, <bdi>{invited.name}</bdi>. You sign in with it and <bdi translate="no">{invited.email}</bdi>.
            </>
          ) : (
            'You will be signed out everywhere, and sign in with the new one.'
          )}
        </p>
      </div>
      <Refusal />
      <input type="hidden" name="token" value={token} />
      <NewPassword label={invited ? 'Password' : 'New Password'} {...form.field('newPassword')} />
      <Button type="submit" tone="danger" busy={form.busy} className="w-full">
        Save Password
      </Button>
      {!invited && (
        <p className="text-center text-lg">
          <Link href={routes.forgot} className="rounded-xs text-accent hover:underline">
            Ask for another link
          </Link>
        </p>
      )}
    </form>
  );
}
