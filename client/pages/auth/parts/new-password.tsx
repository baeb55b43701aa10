import { Field } from '@/components/field';
import { passwordLength } from '@shared/limits';
import type { ComponentProps } from 'react';

/** The field of a new password. */
export function NewPassword({
  label = 'New Password',
  ...field
}: Omit<ComponentProps<typeof Field>, 'label'> & { label?: string }) {
  return (
    <Field
      label={label}
      type="password"
      autoComplete="new-password"
      hint={`At least ${passwordLength} characters.`}
      {...field}
    />
  );
}
