import { daysIn } from './trips';

/** The date of entry as *Check Visit Pass* shows it, DD/MM/YYYY; '' when it shows none, or several. */
export function shownEntry(): string {
  const labelled = document.body.innerText.matchAll(/(?:date of entry|tarikh masuk)[\s:]*([^\n\t]{0,30})/gi);
  const [day = '', ...others] = new Set([...labelled].flatMap(([, text]) => daysIn(text!)));
  return others.length === 0 ? day : '';
}
