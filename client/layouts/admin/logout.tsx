import { CsrfField } from '@/components/csrf-field';
import { router } from '@inertiajs/react';
import { routes } from '@shared/routes';
import { LogOut } from 'lucide-react';
import type { FormEvent } from 'react';

/** Ends the session on the server and goes to `/` (spec §2, Sidebar). */
export function Logout({ className = '' }: { className?: string }) {
  return (
    <form method="post" action={routes.api.logout} onSubmit={logOut} className={className}>
      <CsrfField />
      <button type="submit" className="menu-entry w-full">
        <LogOut aria-hidden />
        Logout
      </button>
    </form>
  );
}

function logOut(event: FormEvent) {
  event.preventDefault();
  router.post(routes.api.logout);
}
