const storageKey = 'typed';
/** The text of a message, under the path of its page: a visitor whose session is over comes back to it another way. */
const messageKey = () => `message ${window.location.pathname}`;

/** Keeps the text of a form's fields for the next page of this tab. */
export function keepTyped(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')];
  storage()?.setItem(storageKey, JSON.stringify(fields.map(({ name, value }) => [name, value])));
  const message = form.querySelector('textarea')?.value;
  if (message) storage()?.setItem(messageKey(), message);
}

/**
 * Fills an empty message with the kept text, unless the page says that it was sent (`data-keep="sent"`): then the kept
 * text is deleted.
 */
export function refillMessage(): void {
  const field = document.querySelector<HTMLTextAreaElement>('textarea[data-keep]');
  if (field?.dataset.keep === 'sent') storage()?.removeItem(messageKey());
  else if (field?.value === '') field.value = storage()?.getItem(messageKey()) ?? '';
}

/** Fills empty fields with the kept text when the page shows an error, and deletes the kept text. */
export function refill(): void {
  const kept = storage()?.getItem(storageKey);
  storage()?.removeItem(storageKey);
  if (!kept || !document.querySelector('[role=alert]')) return;

  for (const [name, value] of JSON.parse(kept) as [string, string][]) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
    if (field?.value === '') field.value = value;
  }
}

/** The tab's storage; undefined when the browser blocks it. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
