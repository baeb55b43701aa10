import { useCheckedForm } from '@/hooks/use-checked-form';
import { useLive } from '@/hooks/use-live';
import { readQuietly } from '@/writes/read-again';
import {
  change,
  type DraftName,
  type DraftNote,
  isSame,
  newest,
  noteOf,
  onNote,
  restored,
  sent,
} from '@/hooks/draft-store';
import { type DraftForm, type Drafts, keptFields } from '@shared/draft-forms';
import type { FormDataType } from '@inertiajs/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

export type DraftState = {
  note: DraftNote;
  /** Resets the form to its initial values. */
  discard: () => void;
};

let isReading = false;

/** Reads the drafts of all forms of the screen: once, however many forms ask for it. */
function readOnce(): void {
  if (isReading) return;
  isReading = true;
  readQuietly(['drafts'], () => (isReading = false));
}

/**
 * A checked form (use-checked-form.ts) whose text is saved on the server, about a second after the last change, and put back when
 * the form is shown again (docs/screens.md#drafts). Sending the form deletes the draft. The drafts are read again when the window
 * gets the focus or is shown, because another browser may have changed or sent them. Text that is not saved yet is never
 * overwritten.
 */
export function useDraftForm<Fields extends FormDataType<Fields>>(
  loadSchema: Parameters<typeof useCheckedForm>[0],
  initial: Fields,
  name: DraftForm,
  { about, drafts }: { about: number; drafts: Drafts },
) {
  const form = useCheckedForm<Fields>(loadSchema, initial);
  const [begun] = useState(() => keptOf(initial));
  const holds = useRef(begun);
  const seen = useRef(form.data);
  const of: DraftName = { form: name, about };
  const note = useSyncExternalStore(
    onNote,
    () => noteOf(of),
    () => undefined,
  );

  useEffect(() => {
    if (form.data === seen.current) return;

    seen.current = form.data;
    const now = keptOf(form.data);
    if (isSame(now, holds.current)) return;

    holds.current = now;
    change({ form: name, about }, isSame(now, begun) ? null : now);
  });

  useEffect(() => {
    const fields = newest({ form: name, about }, drafts);
    const wanted = { ...begun, ...fields };
    if (isSame(wanted, holds.current)) return;

    holds.current = wanted;
    form.setData((data) => ({ ...data, ...wanted }));
    if (!isSame(wanted, begun)) restored({ form: name, about });
  });

  useLive({ onMissed: () => ['drafts'] });
  useEffect(() => {
    window.addEventListener('focus', readOnce);
    return () => window.removeEventListener('focus', readOnce);
  }, []);

  function keptOf(fields: object) {
    return keptFields(name, fields as Record<string, unknown>);
  }

  const send: typeof form.send = (method, path, sending) =>
    form.send(method, path, {
      ...sending,
      onDone: (fields) => {
        sent(of, keptOf(fields));
        sending?.onDone?.(fields);
      },
    });

  return { ...form, send, draft: { note, discard: () => form.setData((data) => ({ ...data, ...begun })) } };
}
