const place = 'typed';

/** Keeps what stands in a form's text fields until the next page of this tab has been put up. */
export function keepTyped(form: HTMLFormElement): void {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')];
  storage()?.setItem(place, JSON.stringify(fields.map(({ name, value }) => [name, value])));
}

/** Puts it back when the form came back with an error, into fields that are still empty; then it is forgotten. */
export function refill(): void {
  const kept = storage()?.getItem(place);
  storage()?.removeItem(place);
  if (!kept || !document.querySelector('[role=alert]')) return;

  for (const [name, value] of JSON.parse(kept) as [string, string][]) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
    if (field?.value === '') field.value = value;
  }
}

/** undefined where the browser keeps nothing for anybody. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}
