import { onDownloadClick } from './download';
import { bringCopying } from './copy';
import { keepTyped, refill, refillMessage } from './typed';
import { bringTranslation } from './translate';

/**
 * Improves the visitor's pages, which work without a script: the history is updated after a download, a form is sent
 * only once, and typed text survives an error. It replaces whole elements and never a text node, which the translation
 * may have replaced.
 */
export function enhance(): void {
  const { documentElement: root } = document;
  if (root.dataset.enhanced) return;
  root.dataset.enhanced = 'yes';

  document.addEventListener('click', onDownloadClick);
  document.addEventListener('submit', onSubmit);
  window.addEventListener('pageshow', () => setBusy(document, false));
  refill();
  refillMessage();
  document.querySelector<HTMLElement>('[role=alert][tabindex]')?.focus();
  bringTranslation();
  bringCopying();
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (form.querySelector('[aria-busy]')) return event.preventDefault();

  keepTyped(form);
  setBusy(form, true);
}

function setBusy(within: ParentNode, busy: boolean): void {
  for (const button of within.querySelectorAll('form [type=submit]')) {
    if (busy) button.setAttribute('aria-busy', 'true');
    else button.removeAttribute('aria-busy');
  }
}
