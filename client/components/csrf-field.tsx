import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';

/** The CSRF token, for a form that the browser sends without a script (docs/people.md#sessions-and-signing-in). */
export function CsrfField() {
  return <input type="hidden" name="_csrf" value={usePage<SharedProps>().props.csrf} />;
}
