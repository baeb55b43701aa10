import type { FormDataErrors, FormDataKeys, FormDataType, Method, UseFormSubmitOptions } from '@inertiajs/core';
import { useForm } from '@inertiajs/react';
import type { Flash } from '@shared/pages';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';

type Issue = { path: PropertyKey[]; message: string };
type Schema = { safeParse(input: unknown): { success: true } | { success: false; error: { issues: Issue[] } } };

type Sending = Omit<UseFormSubmitOptions, 'onSuccess'> & {
  /** Goes along with the fields: the order's id, its version, which of two buttons it was. */
  also?: Record<string, unknown>;
  /** The server did it: neither wrong fields nor a refusal. */
  onDone?: () => void;
};

/**
 * A form whose fields are checked by the schema the server uses, before and after it is sent.
 * The schema is fetched with the first sending, so that zod stays out of what a screen loads; when it can't be fetched the
 * server's answer has to do. The form element carries the `id`, by which its first wrong field gets the focus.
 */
export function useCheckedForm<Fields extends FormDataType<Fields>>(
  loadSchema: () => Promise<Schema>,
  initial: Fields,
) {
  const form = useForm<Fields>(initial);
  const [checking, setChecking] = useState(false);
  const id = useId();
  const justRefused = useRef(false);

  // once the errors are on the screen, the first wrong field has the focus
  useEffect(() => {
    if (!justRefused.current || !form.hasErrors) return;

    justRefused.current = false;
    document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });

  async function send(method: Method, path: string, { also = {}, onDone, ...options }: Sending = {}) {
    if (checking || form.processing) return;

    setChecking(true);
    const wrong = await problems(loadSchema, { ...form.data, ...also });
    setChecking(false);
    form.clearErrors();
    if (wrong) {
      justRefused.current = true;
      return form.setError(wrong as FormDataErrors<Fields>);
    }

    form.transform((fields) => ({ ...fields, ...also }));
    form.submit(method, path, {
      preserveScroll: true,
      preserveState: true,
      ...options,
      onSuccess: (page) => {
        // Inertia takes a refusal for a success, and what was sent for what an empty form holds
        form.setDefaults(initial);
        if ((page.flash as Flash).toast?.type !== 'error') onDone?.();
      },
      onError: () => {
        justRefused.current = true;
      },
    });
  }

  /** What a text field needs to stand for one of the form's values. */
  function field<Name extends FormDataKeys<Fields> & keyof Fields & string>(name: Name) {
    return {
      name,
      value: String(form.data[name] ?? ''),
      error: (form.errors as Partial<Record<string, string>>)[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        form.setData((data) => ({ ...data, [name]: event.target.value })),
    };
  }

  return { ...form, id, field, send, busy: checking || form.processing };
}

/** Field → first message, or undefined when all is well. */
async function problems(loadSchema: () => Promise<Schema>, fields: unknown) {
  const schema = await loadSchema().catch(() => undefined);
  const checked = schema?.safeParse(fields);
  if (!checked || checked.success) return undefined;

  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) errors[String(path[0])] ??= message;
  return errors;
}
