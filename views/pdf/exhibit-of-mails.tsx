import { formatMomentSeconds } from '../../src/shared/dates.js';
import { isSameMailbox } from '../../src/shared/mailbox.js';
import type { PackFacts, PackMail } from '../../src/shared/pack-facts.js';
import { type Content, Moment, Omitted, Typed } from './parts.js';

export const Mails: Content = ({ facts: { mails, mail_as_sent, omitted, order } }) => (
  <>
    {order.earlier_addresses.map(({ address, until }) => (
      <p key={until}>
        The order’s address was <Typed>{address}</Typed> until {formatMomentSeconds(until)}.
      </p>
    ))}
    {order.earlier_addresses.length > 0 && (
      <p>
        Since then it is <Typed>{order.contact_email_address}</Typed>.
      </p>
    )}
    <Omitted number={omitted.mails} one="email" rows={mails} />
    <table>
      <thead>
        <tr>
          <th className="number">#</th>
          <th className="when">When</th>
          <th>Recipient, subject, message id</th>
          <th className="state">Provider, state</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <MailRow key={mail.number} {...{ mail, order }} />
        ))}
      </tbody>
    </table>
    {mail_as_sent && <AsSent mail={mail_as_sent} />}
  </>
);

function MailRow({ mail, order }: { mail: PackMail; order: PackFacts['order'] }) {
  return (
    <tr>
      <td className="number">{mail.number}</td>
      <td className="when">
        <Moment at={mail.sent_at ?? mail.create_ts} />
        {mail.delivered_at && (
          <>
            <div className="small">delivered</div>
            <Moment at={mail.delivered_at} />
          </>
        )}
      </td>
      <td>
        <Typed>{mail.recipient}</Typed>
        {!mail.to_customer && (
          <b className="differs">
            {isEarlier(mail, order) ? 'the order’s earlier address' : 'another address than the order’s'}
          </b>
        )}
        <div>
          <Typed>{mail.subject}</Typed>
        </div>
        <div className="small">
          {mail.provider_message_id ?? 'No message id on record'}
          <Carried mail={mail} />
          {mail.answer && (
            <div>
              Server: <Typed>{mail.answer}</Typed>
            </div>
          )}
        </div>
      </td>
      <td className="state">
        {mail.mail_service_provider}
        <br />
        <b>{mail.sent_at || mail.state !== 'queued' ? mail.state : 'waiting'}</b>
      </td>
    </tr>
  );
}

function AsSent({ mail }: { mail: NonNullable<PackFacts['mail_as_sent']> }) {
  return (
    <article>
      <h3>Email {mail.number} as it was sent</h3>
      <p className="small">
        From <Typed>{mail.sender}</Typed> to <Typed>{mail.recipient}</Typed>, subject <Typed>{mail.subject}</Typed>
      </p>
      <p className="quoted" dir="auto">
        {mail.body}
      </p>
      {mail.cut && <p className="small">Cut here for length.</p>}
    </article>
  );
}

/** The file that a mail carried: the document of the last exhibit, an earlier version, or another one, named by its hash. */
function Carried({ mail: { carries, attachment_sha256 } }: { mail: PackMail }) {
  if (!attachment_sha256) return null;
  if (carries === 'current card') return <div>Attached: the approved document</div>;
  const what = carries === 'earlier card' ? 'an earlier version of the document' : 'another file';
  return (
    <div>
      Attached: {what}, SHA-256 {attachment_sha256}
    </div>
  );
}

function isEarlier({ recipient }: PackMail, { earlier_addresses }: PackFacts['order']): boolean {
  return earlier_addresses.some(({ address }) => isSameMailbox(address, recipient));
}
