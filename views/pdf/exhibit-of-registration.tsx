import { formatShortDay } from '../../src/shared/dates.js';
import type { Outage, PackFacts, RegistrationCheck } from '../../src/shared/pack-facts.js';
import { isShown } from '../../src/shared/pack-parts.js';
import { whyNotShown } from './exhibits-of-document.js';
import { At, type Content, type FactRow, type Pictures, Facts, Typed, clocks, count } from './parts.js';

type Registered = NonNullable<PackFacts['registration']>;

/** What was declared, when it was accepted, and what the authority answered. Whose word each is, is said. */
export const Registration: Content = ({ facts: { registration, document }, pictures = {} }) => {
  const { submitted_at, accepted, mail, entered, checks = [], outages = [] } = registration!;
  const isAlone = !submitted_at && !mail && !entered;
  const waited = outages.map(outageRow);
  const notes = [
    accepted && 'The words were read in the browser from which the form was sent.',
    mail && 'The PIN opens the registration, and is not printed.',
    entered && 'The date of entry was read in the browser of a member of our staff, who looked up the traveller there.',
    document && 'The approved document is the last exhibit.',
  ].filter(Boolean);
  return (
    <>
      {!isAlone && <Facts rows={answersOf(registration!)} />}
      {waited.length > 0 && <Facts rows={waited} />}
      {notes.length > 0 && <p>{notes.join(' ')}</p>}
      {checks.map((check) => (
        <Check key={check.sha256} check={check} pictures={pictures} />
      ))}
    </>
  );
};

function answersOf({ submitted_at, declared, not_printed, accepted, mail, entered }: Registered): FactRow[] {
  const sent: FactRow[] = submitted_at
    ? [
        accepted
          ? ['Accepted by the authority’s page on', clocks(accepted.at)]
          : ['Noted by our staff as sent on', clocks(submitted_at)],
        ...declared.map(({ label, value }): FactRow => [`Declared: ${label}`, value]),
        ['Further values declared', not_printed > 0 ? `${not_printed}, not printed here` : 'none'],
      ]
    : [];
  const words: FactRow[] = accepted ? [['Words of that page', accepted.words]] : [];
  const sender: FactRow[] = mail ? [['From', <Sender key="sender" {...mail} />]] : [];
  const entry: FactRow[] = entered
    ? [
        ['Date of entry into Malaysia, by “Check Visit Pass”', formatShortDay(entered.day)],
        ['Read there on', clocks(entered.read_at)],
      ]
    : [];
  return [
    ...sent,
    ...words,
    ['The authority’s email with the PIN came on', clocks(mail?.at ?? null)],
    ...sender,
    ...entry,
  ];
}

function outageRow({ from, to, tries, members }: Outage): FactRow {
  return [
    'The authority’s form did not answer',
    <>
      <At time={from} /> to {to ? <At time={to} /> : 'the making of this pack'}: tried {count(tries, 'time')} by{' '}
      {count(members, 'member')} of our staff
    </>,
  ];
}

function Sender({ sender, proven }: { sender: string; proven: 'signature' | 'provider' }) {
  return (
    <>
      <Typed>{sender}</Typed>,{' '}
      {proven === 'signature'
        ? 'with a valid signature (DKIM) of its domain'
        : 'proven by the checks of the provider that received it'}
    </>
  );
}

/** A picture that a member added. It is the member's word: the authority neither sent nor signed it. */
function Check({ check, pictures }: { check: RegistrationCheck; pictures: Pictures }) {
  const { at, content_type, size, sha256, pages } = check;
  const picture = pictures[sha256];
  const shown = pages > 1 ? `the first of ${count(pages, 'page')}, below` : 'below';
  const why = (isShown(check) ? 'unreadable' : check.shown) as keyof typeof whyNotShown;
  return (
    <article className="check">
      <h3>The authority’s page “Check Registration”, as our staff noted it</h3>
      <p>
        A member of our staff added this picture to the order, as what that page showed. It is what our staff noted; the
        authority did not send it to us.
      </p>
      <Facts
        rows={[
          ['Added on', clocks(at)],
          ['Type and size', `${content_type}, ${size.toLocaleString('en')} bytes`],
          ['SHA-256', sha256],
          ['Picture', picture ? shown : whyNotShown[why]],
        ]}
      />
      {picture && <img src={picture} alt="What the authority’s page showed" />}
    </article>
  );
}
