import type { Flash, SharedProps } from '@shared/pages';

/** The errors of the fields, or the server's error about the whole form, which is shown at `field`. */
export function problemsOf(
  errors: SharedProps['errors'],
  flash: Flash | undefined,
  field: string,
): SharedProps['errors'] {
  return flash?.toast?.type === 'error' ? { [field]: flash.toast.message, ...errors } : errors;
}

/** A message to the visitor that is no error. */
export function noticeOf(flash: Flash | undefined): string | undefined {
  const toast = flash?.toast;
  return toast?.type === 'info' || toast?.type === 'success' ? toast.message : undefined;
}
