import { Button } from '@/components/button';
import { CsrfField } from '@/components/csrf-field';
import { PageTitle } from '@/components/page-title';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { NewPassword } from '@/pages/auth/parts/new-password';
import { routes } from '@shared/routes';

/** Changes the member's own password. Afterwards the member signs in again (docs/people.md#sessions-and-signing-in). */
export default function ChangePassword() {
  const form = useCheckedForm(async () => (await import('@shared/auth')).changePassword, { newPassword: '' });

  return (
    <>
      <PageTitle title="Update Password" hint="Afterwards you sign in again, here and on every other device." />
      <form {...form.visiting(routes.api.changePassword)} className="grid max-w-sm gap-4 px-6 max-md:px-4">
        <CsrfField />
        <NewPassword {...form.field('newPassword')} />
        <Button type="submit" tone="primary" busy={form.busy} className="justify-self-start">
          Update Password
        </Button>
      </form>
    </>
  );
}
