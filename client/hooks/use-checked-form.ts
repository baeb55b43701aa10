import { ordersOf } from '@/writes/about-orders';
import { tracked } from '@/writes/queue';
import { shown } from '@/writes/read-again';
import type { Outcome } from '@/writes/send';
import { sayOutcome, write } from '@/writes/write';
import type { FormDataErrors, FormDataKeys, FormDataType } from '@inertiajs/core';
import { useForm } from '@inertiajs/react';
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';

type Issue = { path: PropertyKey[]; message: string };
type Schema = { safeParse(input: unknown): { success: true } | { success: false; error: { issues: Issue[] } } };

type Sending<Fields> = {
  /** Values sent with the fields: the order's id, its version, which button was pressed. */
  also?: Record<string, unknown>;
  /** Called when the server accepted the form. Gets the sent fields, because the member may have typed since. */
  onDone?: (sent: Fields) => void;
  /** Sends the form in place of the queue of writes (client/writes). */
  by?: (fields: Fields & Record<string, unknown>) => Promise<Outcome<unknown>>;
};

/**
 * A form whose fields are checked by the same schema in the browser and on the server. The schema is loaded on the first
 * submit, so that screens don't load zod; when it can't be loaded, only the server checks. Set `id` on the form element:
 * it is used to focus the first wrong field.
 */
export function useCheckedForm<Fields extends FormDataType<Fields>>(
  loadSchema: () => Promise<Schema>,
  initial: Fields,
) {
  const form = useForm<Fields>(initial);
  const { once, busy } = useOnce();
  const isShown = useIsShown();
  const id = useId();
  const focusOnWrong = useFocusOnWrong(id, form.hasErrors);

  /** Checks the fields and sends them as a write. The page stays, and so does text typed in the meantime. */
  async function send(method: 'post' | 'put', path: string, { also = {}, onDone, by }: Sending<Fields> = {}) {
    await once(async () => {
      const sent = form.data;
      const body = { ...sent, ...also };
      const { pathname } = window.location;
      // the check may load code first: leaving the page in the meantime would lose what was pressed
      const outcome = await tracked(async () => {
        if (!(await isRight(body))) return undefined;
        return by ? by(body) : write({ method, path, body }, { showsErrors: true });
      });
      // The member cancelled: the form need not wait until the page is read again before it can be sent once more.
      if (!outcome || outcome.cancelled) return;
      if (outcome.done) onDone?.(sent);
      if (!outcome.errors) await shown();
      else if (isShown.current) refuse(outcome.errors);
      else void sayOutcome(outcome, ordersOf(body, outcome, pathname));
    });
  }

  /** Checks the fields and sends them as a visit, for forms that change who is signed in and lead to another screen. */
  async function visit(path: string) {
    await once(async () => {
      if (!(await isRight(form.data))) return;

      await new Promise<void>((resolve) => {
        form.submit('post', path, {
          preserveScroll: true,
          preserveState: true,
          // Inertia makes the sent fields the form's defaults, even after a refusal: sets the empty ones again
          onSuccess: () => form.setDefaults(initial),
          onError: focusOnWrong,
          onFinish: () => resolve(),
        });
      });
    });
  }

  /** The props of a form that is sent as a visit. The browser can send it, too, before the script has loaded. */
  function visiting(path: string) {
    const onSubmit = (event: FormEvent) => {
      event.preventDefault();
      void visit(path);
    };
    return { id, method: 'post', action: path, noValidate: true, onSubmit };
  }

  async function isRight(fields: unknown): Promise<boolean> {
    const wrong = await problems(loadSchema, fields);
    form.clearErrors();
    if (wrong) refuse(wrong);
    return wrong === undefined;
  }

  function refuse(wrong: Record<string, string>) {
    focusOnWrong();
    form.setError(wrong as FormDataErrors<Fields>);
  }

  /** Empties the sent fields; changes made since the sending stay. */
  function clearSent(sent: Fields) {
    form.setData((now) => withoutSent(now, sent, initial));
  }

  /** The props of a text field for one of the form's values. */
  function field<Name extends FormDataKeys<Fields> & keyof Fields & string>(name: Name) {
    return {
      name,
      value: String(form.data[name] ?? ''),
      error: (form.errors as Partial<Record<string, string>>)[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        form.setData((data) => ({ ...data, [name]: event.target.value })),
    };
  }

  return { ...form, id, field, send, visiting, clearSent, busy };
}

/** `once` runs an act unless an earlier one is still running; `busy`: one is. */
function useOnce() {
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);

  async function once(act: () => Promise<void>) {
    if (isRunning.current) return;

    isRunning.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return { once, busy };
}

/** Whether the component is still on the page. */
function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Returns a function that focuses the first wrong field of the form with this id, once its errors are rendered. */
function useFocusOnWrong(id: string, hasErrors: boolean) {
  const justRefused = useRef(false);
  useEffect(() => {
    if (!justRefused.current || !hasErrors) return;

    justRefused.current = false;
    document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
  return () => {
    justRefused.current = true;
  };
}

/** The fields after `sent` was accepted: empty again, but for what was typed or chosen since. */
function withoutSent<Fields>(now: Fields, sent: Fields, initial: Fields): Fields {
  const left = Object.entries(now as Record<string, unknown>).map(([name, value]) => {
    const [was, empty] = [(sent as Record<string, unknown>)[name], (initial as Record<string, unknown>)[name]];
    if (value === was) return [name, empty];
    const isLonger = was && typeof was === 'string' && typeof value === 'string' && value.startsWith(was);
    return [name, isLonger ? value.slice(was.length).trimStart() : value];
  });
  return Object.fromEntries(left) as Fields;
}

/** The first message by field; undefined when all fields are valid or the schema can't be loaded. */
async function problems(loadSchema: () => Promise<Schema>, fields: unknown) {
  const schema = await import('@/hooks/zod-without-eval').then(loadSchema).catch(() => undefined);
  const checked = schema?.safeParse(fields);
  if (!checked || checked.success) return undefined;

  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) errors[fieldOf(path)] ??= message;
  return errors;
}

/** The field that a path is about, as the server names it: a field of an object by its own name, an entry by its list's. */
function fieldOf(path: PropertyKey[]): string {
  const list = path.findIndex((key) => typeof key === 'number');
  return String(path.at(list > 0 ? list - 1 : -1));
}
