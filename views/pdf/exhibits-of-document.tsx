import type { PackDocument } from '../../src/shared/pack-facts.js';
import { pagesShown } from '../../src/shared/pack-parts.js';
import { type Content, Facts, Moment, Typed, clocks, count } from './parts.js';

export const Communication: Content = ({ facts: { communication, letters, omitted } }) => (
  <>
    {letters.length > 0 && (
      <p>
        Emails that the customer wrote to the order’s mailbox. Each came from an address of the order, with a valid
        signature (DKIM) of that address’s domain. What such an email quotes of an earlier one is named as that.
      </p>
    )}
    {Boolean(omitted.letters) && (
      <p>Left out for length: {count(omitted.letters!, 'email')} on record, none of them the first or the last.</p>
    )}
    {letters.map((letter) => (
      <article key={letter.id}>
        <h3>
          Email from <Typed>{letter.sender}</Typed>
        </h3>
        {letter.address && (
          <p className="small">
            Another spelling of the order’s address, <Typed>{letter.address}</Typed>: the provider delivers both to one
            mailbox.
          </p>
        )}
        <Moment at={letter.create_ts} />
        <p className="small">
          Subject <Typed>{letter.subject || 'none'}</Typed>
        </p>
        <p className="quoted" dir="auto">
          {letter.text}
        </p>
        {letter.quoted && (
          <div className="earlier">
            <p className="small">
              {letter.quotes_us
                ? 'Quoted in this email from our mail, not the customer’s words:'
                : 'Quoted in this email from an earlier mail, not the customer’s words here:'}
            </p>
            <p dir="auto">{letter.quoted}</p>
          </div>
        )}
        {letter.cut && <p className="small">Cut here for length.</p>}
      </article>
    ))}
    {communication.length > 0 && <p>Notes of our staff about contact with the customer, or attempts at it.</p>}
    {Boolean(omitted.communication) && (
      <p>Left out for length: {count(omitted.communication!, 'note')} on record, none of them the first or the last.</p>
    )}
    {communication.map((remark) => (
      <article key={remark.id}>
        <h3>{[remark.telephone && 'Telephone', remark.whatsapp && 'WhatsApp'].filter(Boolean).join(', ')}</h3>
        <Moment at={remark.create_ts} />
        <p className="remark" dir="auto">
          {remark.remark}
        </p>
      </article>
    ))}
  </>
);

/** Why a stored file is not shown. */
export const whyNotShown = {
  changed: 'Not shown: the stored file is not the one that was uploaded, its SHA-256 differs',
  unreadable: 'Not shown: the stored file can’t be read',
  lost: 'Not shown: the stored file is lost',
  erased: 'Not shown: the file was erased, as page one says; its SHA-256 stays',
} as const satisfies Partial<Record<PackDocument['shown'], string>>;

/** What the pack says of the document's pages, behind their number where they are printed. */
const printed: Record<PackDocument['shown'], string> = {
  whole: ', on the pages that follow',
  partly: ', on the pages that follow, without some marks on them',
  pictures: ', on the pages that follow, as pictures',
  ...whyNotShown,
};

/**
 * What the comparison at the upload found. Its note and the reason of an override may name another customer's passport or
 * order, and stay with the staff.
 */
const compared: Record<NonNullable<PackDocument['verdict']>, string> = {
  agrees: 'agrees: the passport number on it is the order’s',
  differs: 'differs; our staff sent it anyway',
  unreadable: 'not readable by the comparison',
};

export const ApprovedDocument: Content = ({ facts }) => {
  const document = facts.document!;
  const { shown } = document;
  return (
    <Facts
      rows={[
        ['File', document.file1],
        ['Uploaded on', clocks(document.create_ts)],
        ['Type and size', `${document.content_type}, ${document.size.toLocaleString('en')} bytes`],
        ['SHA-256', document.sha256],
        ['Compared with the order', document.verdict ? compared[document.verdict] : 'not compared'],
        ['Pages', `${pagesShown(facts) || ''}${printed[shown]}`],
      ]}
    />
  );
};
