import { usePage } from '@inertiajs/react';
import type { Flash } from '@shared/pages';

/** Why the server refused the last write, shown next to the form and in a toast (docs/people.md#sessions-and-signing-in). */
export function Refusal() {
  const { toast } = usePage().flash as Flash;
  if (toast?.type !== 'error') return null;
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 font-medium text-danger-strong">
      {toast.message}
    </p>
  );
}
