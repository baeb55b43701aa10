import { Button } from '@/components/button';
import { CsrfField } from '@/components/csrf-field';
import { Link } from '@/components/link';
import { Refusal } from '@/components/refusal';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { NewPassword } from '@/pages/auth/parts/new-password';
import { Head } from '@inertiajs/react';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';

/** The page behind the mailed link, which sets a new password once (docs/product.md#sessions-and-signing-in). */
export default function Reset({ token }: Pages['auth/reset']) {
  const form = useCheckedForm(async () => (await import('@shared/auth')).resetPassword, { token, newPassword: '' });

  return (
    <form {...form.visiting(routes.api.resetPassword)} className="grid gap-5">
      <Head title="New Password" />
      <CsrfField />
      <div className="text-center">
        <h1 className="text-2xl font-semibold tracking-tight">Choose a new password</h1>
        <p className="mt-1 text-lg text-ink-faint">You will be signed out everywhere, and sign in with the new one.</p>
      </div>
      <Refusal />
      <input type="hidden" name="token" value={token} />
      <NewPassword {...form.field('newPassword')} />
      <Button type="submit" tone="danger" busy={form.busy} className="w-full">
        Save Password
      </Button>
      <p className="text-center text-lg">
        <Link href={routes.forgot} className="rounded-xs text-accent hover:underline">
          Ask for another link
        </Link>
      </p>
    </form>
  );
}
