const place = 'typed';

/** Keeps the text of a form's fields for the next page of this tab. */
export function keepTyped(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')];
  storage()?.setItem(place, JSON.stringify(fields.map(({ name, value }) => [name, value])));
}

/** Fills empty fields with the kept text when the page shows an error, and deletes the kept text. */
export function refill(): void {
  const kept = storage()?.getItem(place);
  storage()?.removeItem(place);
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
