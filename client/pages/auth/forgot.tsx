import { Button } from '@/components/button';
import { CsrfField } from '@/components/csrf-field';
import { Field } from '@/components/field';
import { Link } from '@/components/link';
import { Refusal } from '@/components/refusal';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { Head, usePage } from '@inertiajs/react';
import { resetLinkMinutes } from '@shared/limits';
import type { Flash } from '@shared/pages';
import { routes } from '@shared/routes';

/**
 * Requests a link to set a new password (docs/people.md#sessions-and-signing-in). The answer never reveals whether an address
 * exists.
 */
export default function Forgot() {
  const form = useCheckedForm(async () => (await import('@shared/auth')).forgotPassword, { email: '' });
  const { toast } = usePage().flash as Flash;

  return (
    <form {...form.visiting(routes.api.forgotPassword)} className="grid gap-5">
      <Head title="Forgot Password" />
      <CsrfField />
      <div className="text-center">
        <h1 className="text-2xl font-semibold tracking-tight">Forgot your password?</h1>
        <p className="mt-1 text-lg text-ink-faint">
          We send you a link to choose a new one. It works once, for {resetLinkMinutes} minutes.
        </p>
      </div>
      <Refusal />
      {toast?.type === 'success' && (
        <output className="block rounded-md bg-good-soft px-3 py-2 font-medium text-good">{toast.message}</output>
      )}
      <Field label="Email ID" type="email" autoComplete="username" {...form.field('email')} />
      <Button type="submit" tone="danger" busy={form.busy} className="w-full">
        Send Link
      </Button>
      <p className="text-center text-lg">
        <Link href={routes.login} className="rounded-xs text-accent hover:underline">
          Back to Sign In
        </Link>
      </p>
    </form>
  );
}
