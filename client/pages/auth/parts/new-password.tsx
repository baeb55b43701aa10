import { Field } from '@/components/field';
import { passwordLength } from '@shared/limits';
import type { ComponentProps } from 'react';

/** The field of a new password. */
export function NewPassword(field: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field
      label="New Password"
      type="password"
      autoComplete="new-password"
      hint={`At least ${passwordLength} characters.`}
      {...field}
    />
  );
}
