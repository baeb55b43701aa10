import { PageTitle } from '@/components/page-title';
import { Scrolling } from '@/components/scrolling';
import { Section } from '@/components/section';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { useEffect, useRef } from 'react';

/** The script that fills the authority's form, as a bookmark (docs/form.md#the-script-that-fills-the-form). */
export default function Script({ script, sha256, userscriptSha256, formUrl }: Pages['filler/script']) {
  return (
    <>
      <PageTitle
        title="Fill the authority’s form"
        hint="One script types an order’s values into the form, and fetches the slip. The puzzle and Submit stay yours."
      />
      <div className="max-w-prose px-6 max-md:px-4">
        <Section title="Once">
          <p>
            Show the bookmarks bar of your browser and drag this onto it: <Bookmarklet script={script} />
          </p>
          <p className="mt-2">
            Or, if your browser has a userscript manager, such as Tampermonkey or Violentmonkey:{' '}
            <a href={routes.userscript} className="text-accent underline">
              Install the userscript
            </a>
            . It starts by itself when the form opens, and reports to the desk what the form answered; on{' '}
            <i>Check Registration</i> too. It updates itself.
          </p>
          <p className="mt-2 text-ink-soft">
            It is the same for everybody. It has no password and no data of a customer in it.
          </p>
        </Section>
        <Section title="For each order">
          <ol className="list-decimal space-y-2 pl-6">
            <li>
              On the order’s page press <b className="font-medium">Fill the form</b>. The code is copied, and{' '}
              <a href={formUrl} target="_blank" rel="noreferrer" className="text-accent underline">
                the form
              </a>{' '}
              opens.
            </li>
            <li>
              On the form press the bookmark. The userscript fills by itself. In a page that you opened yourself, paste
              the code.
            </li>
            <li>
              A table shows each field as the form has it now. What differs comes first: set it by hand, or amend the
              order and fill again.
            </li>
            <li>Compare the form with the passport, solve the puzzle and submit.</li>
            <li>
              Press the bookmark once more on the page that answers, within ten minutes: the order then waits for the
              authority by itself. The userscript does it without a press. Or press{' '}
              <b className="font-medium">Submitted</b> on the order’s page.
            </li>
          </ol>
        </Section>
        <Section title="For the slip">
          <ol className="list-decimal space-y-2 pl-6">
            <li>
              Once the authority’s mail with the PIN has come, press <b className="font-medium">Get the slip</b> on the
              order’s page. The code is copied, and <i>Check Registration</i> opens.
            </li>
            <li>
              Press the bookmark there. Passport number, nationality and PIN are filled in. Solve the puzzle and search.
            </li>
            <li>
              Press the bookmark once more on the list, within ten minutes: the slip of the order’s trip comes to the
              desk. The list has earlier trips, too; the script takes none of them.
            </li>
            <li>The order’s page says how the slip compares with the order, and sends it with one press.</li>
          </ol>
        </Section>
        <Section title="For the date of entry">
          <p>
            For a dispute it may count that the traveller entered Malaysia. <i>Check Visit Pass</i> shows it for three
            months: press <b className="font-medium">Look for the date of entry</b> on the order’s page, under{' '}
            <i>More</i>, and go on as for the slip.
          </p>
        </Section>
        <Section title="When it does not fill">
          <ul className="list-disc space-y-2 pl-6">
            <li>
              <i>The form changed; not filling</i>, or <i>The page changed</i>: the list says what is new. The desk
              fills nothing there until an Admin has looked at the page. Fill by hand.
            </li>
            <li>
              The page does not open: press <b className="font-medium">It does not answer</b> on the order’s page. Packs
              cite when the form did not answer.
            </li>
            <li>
              <i>The page does not let the script call the desk</i>: press{' '}
              <b className="font-medium">Copy the values</b> on the order’s page and paste them in place of the code.
            </li>
          </ul>
        </Section>
        <Section title="The script">
          <details>
            <summary className="min-h-control">
              SHA-256 <span className="font-mono wrap-anywhere">{sha256}</span>
            </summary>
            <p className="mt-2">
              The userscript is this script with a head that names the form’s pages. SHA-256{' '}
              <span className="font-mono wrap-anywhere">{userscriptSha256}</span>
            </p>
            <Scrolling label="The script" className="mt-2 max-h-96 rounded-md border border-line p-3">
              <pre className="text-sm" translate="no">
                {script}
              </pre>
            </Scrolling>
          </details>
        </Section>
      </div>
    </>
  );
}

/** What an address can't have as it is: `#`, `%`, `?`, and all but printable ASCII. Blanks may stay: Firefox keeps no bookmark above 65,536 letters. */
const special = /[^ -"$&->@-~]+/g;

/** A link to drag. React refuses addresses that are scripts, so it is set on the element. */
function Bookmarklet({ script }: { script: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.setAttribute('href', `javascript:${script.replace(special, encodeURIComponent)}`);
  }, [script]);
  return (
    <a
      ref={link}
      href="#bookmark"
      draggable
      onClick={(event) => event.preventDefault()}
      className="inline-flex min-h-control items-center rounded-md border border-line-strong px-3 font-medium"
    >
      Fill the form
    </a>
  );
}
