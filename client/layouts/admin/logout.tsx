import { useConfirm } from '@/components/confirm';
import { CsrfField } from '@/components/csrf-field';
import { writeDrafts } from '@/hooks/draft-store';
import { wouldLose } from '@/layouts/admin/use-leaving';
import { signOut } from '@/session-end';
import { routes } from '@shared/routes';
import { LogOut } from 'lucide-react';
import type { FormEvent } from 'react';

/** Ends the session on the server and goes to `/` (docs/screens.md#screens). */
export function Logout({ className = '' }: { className?: string }) {
  const confirm = useConfirm();

  async function logOut(event: FormEvent) {
    event.preventDefault();
    if (wouldLose() && !(await confirm({ text: 'Something was not sent yet. Log out anyway?' }))) return;
    void signOut(writeDrafts());
  }

  return (
    <form method="post" action={routes.api.logout} onSubmit={(event) => void logOut(event)} className={className}>
      <CsrfField />
      <button type="submit" className="menu-entry w-full">
        <LogOut aria-hidden />
        Logout
      </button>
    </form>
  );
}
