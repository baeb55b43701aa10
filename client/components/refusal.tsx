import { usePage } from '@inertiajs/react';
import type { Flash } from '@shared/pages';

/** The sentence with which the server refused the last write, beside the form as well as in a toast (spec §8, Login failure). */
export function Refusal() {
  const { toast } = usePage().flash as Flash;
  if (toast?.type !== 'error') return null;
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 font-medium text-danger-strong">
      {toast.message}
    </p>
  );
}
