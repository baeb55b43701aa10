import { formControls } from './controls.js';

/** Why the form refuses the addresses of the orders at this domain; undefined when it takes them. */
export function mailboxRefused(domain: string): string | undefined {
  const { takes, max } = formControls.email;
  const longest = `2147483647@${domain}`;
  if (takes!.test(longest) && longest.length <= max!) return undefined;
  return `the form refuses addresses at ${domain} (APPLICATION_MAIL_DOMAIN)`;
}
