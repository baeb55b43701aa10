import { Button } from '@/components/button';
import { CsrfField } from '@/components/csrf-field';
import { Field, Tick } from '@/components/field';
import { Link } from '@/components/link';
import { Refusal } from '@/components/refusal';
import { PasskeyButton } from '@/pages/auth/login/passkey-button';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { Head } from '@inertiajs/react';
import { routes } from '@shared/routes';

/** Address and password, or a passkey. The browser can send the form before the script has loaded. */
export function PasswordForm({ passkeyHost }: { passkeyHost: string | null }) {
  const form = useCheckedForm(async () => (await import('@shared/auth')).login, {
    email: '',
    password: '',
    remember: false,
  });

  return (
    <form {...form.visiting(routes.api.login)} className="grid gap-5">
      <Head title="" />
      <CsrfField />
      <div className="mb-2 text-center">
        <h1 className="text-2xl font-semibold tracking-tight">Malaysia Arrival Card</h1>
        <p className="mt-1 text-lg text-ink-faint">Sign in to the Admin Portal</p>
      </div>
      <Refusal />
      <Field label="Email ID" type="email" autoComplete="username" {...form.field('email')} />
      <Field label="Password" type="password" autoComplete="current-password" {...form.field('password')} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Tick
          name="remember"
          value="true"
          label="Remember me"
          checked={form.data.remember}
          onChange={(event) => form.setData('remember', event.target.checked)}
        />
        <Link href={routes.forgot} className="rounded-xs py-1 text-lg text-accent hover:underline">
          Forgot password?
        </Link>
      </div>
      <Button type="submit" tone="danger" busy={form.busy} className="w-full">
        Sign In
      </Button>
      <PasskeyButton host={passkeyHost} remember={form.data.remember} />
    </form>
  );
}
