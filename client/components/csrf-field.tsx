import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';

/** The proof that a form is ours, for one that the browser sends by itself (decisions: Visitors, without JavaScript). */
export function CsrfField() {
  return <input type="hidden" name="_csrf" value={usePage<SharedProps>().props.csrf} />;
}
