import type { ReactNode } from 'react';
import type { PackFacts, PackMail } from '../../src/shared/pack-facts.js';
import type { PackPart } from '../../src/shared/pack-parts.js';
import type { PackType } from '../../src/shared/packs.js';
import { ipTrait } from '../../src/shared/pack-facts.js';
import { packParts } from '../../src/shared/pack-parts.js';
import { mailKindsWhere } from '../../src/shared/mail-kinds.js';
import { Both, Typed, brief, count } from './parts.js';

/** One reason why the charge stands; `say` answers nothing when the facts don't prove it. */
type Reason = { lead: string; part: PackPart; say: (facts: PackFacts) => ReactNode };

/** What a pack argues, and the reasons of which at least one must hold before it says so. */
type Argument = { claim: string; restsOn: Reason[]; reasons: Reason[] };

const accepted: Reason = {
  lead: 'Agreed',
  part: 'sale',
  say: ({ sale }) =>
    sale.terms_accepted_at && (
      <>
        The customer accepted the terms of sale{sale.terms_version && ` (version ${brief(sale.terms_version)})`} on{' '}
        <Both at={sale.terms_accepted_at} />
        {sale.purchase_ip && ` from IP address ${sale.purchase_ip}`}.
      </>
    ),
};

const mailed: Reason = {
  lead: 'Sent to the customer',
  part: 'mails',
  say: ({ mails, order, document }) => {
    const mail = deliveryMail(mails, order.contact_email_address, document?.sha256);
    if (!mail) return undefined;
    const isOther = document && mail.attachment_sha256 && mail.attachment_sha256 !== document.sha256;
    return (
      <>
        {isOther ? 'An earlier version of the document' : 'The document'} was emailed to{' '}
        <Typed>{brief(mail.recipient)}</Typed>, the address given with the order, on{' '}
        <Both at={mail.sent_at ?? mail.create_ts} />
        {mail.state === 'delivered'
          ? '; the recipient’s mail server took delivery.'
          : '; the mail provider accepted it.'}
      </>
    );
  },
};

const downloaded: Reason = {
  lead: 'Downloaded by the customer',
  part: 'downloads',
  say: ({ downloads, omitted }) => {
    const [first] = downloads;
    if (!first) return undefined;
    return (
      <>
        The customer signed in with order number and email address and downloaded the document{' '}
        {times(downloads.length + (omitted.downloads ?? 0))},{' '}
        {downloads.length > 1 && (omitted.downloads ? 'among them ' : 'first ')}on <Both at={first.create_ts} />
        {first.ip && ` from IP address ${first.ip}`}
        {first.place && ` (${first.place})`}.
      </>
    );
  },
};

/** The newest document; only a download of the same file shows that the customer has this one. */
const attached: Reason = {
  lead: 'The document itself',
  part: 'document',
  say: ({ document, downloads }) =>
    document &&
    document.shown !== 'not shown' && (
      <>
        The approved document
        {downloads.some(({ sha256 }) => sha256 === document.sha256) && ', as the customer downloaded it,'} is attached
        in full ({count(document.pages, 'page')}).
      </>
    ),
};

const refunded: Reason = {
  lead: 'Already refunded',
  part: 'refund',
  say: ({ refund }) =>
    refund.refund_date && (
      <>
        A refund was given on <Both at={refund.refund_date} />.
      </>
    ),
};

/** The check results of the card schemes that support the charge; other results are printed only in the exhibit. */
const passed = {
  avs: /^(y|x|d|m|f|(full )?match(ed)?|pass(ed)?|ok)$/i,
  cvv: /^(y|m|match(ed)?|pass(ed)?|ok)$/i,
  three_ds: /^(y|authenticated|succe(ss|ssful|eded)|pass(ed)?|ok)$/i,
};

const checked: Reason = {
  lead: 'Checked at payment',
  part: 'payment',
  say: ({ payment: { avs, cvv, three_ds } }) => {
    const checks = [
      avs && passed.avs.test(avs) && `the address check (AVS) answered ${avs}`,
      cvv && passed.cvv.test(cvv) && `the security code check (CVV) answered ${cvv}`,
      three_ds && passed.three_ds.test(three_ds) && `3-D Secure answered ${three_ds}`,
    ].filter(Boolean);
    return checks.length > 0 && <>At payment {checks.join(', ')}.</>;
  },
};

/** Compares the address, because many customers share a browser's name. */
const sameTraits: Reason = {
  lead: 'The same at purchase and download',
  part: 'comparison',
  say: ({ comparison }) => {
    const same = comparison.rows.filter((row) => row.purchase && row.download && !row.differs.includes('download'));
    if (!same.some((row) => row.trait === ipTrait)) return undefined;
    return <>{same.map((row) => `${row.trait} ${row.download}`).join('; ')}.</>;
  },
};

/** Says what the orders share, not that one customer placed them: a family or an agent may share an address or card. */
const returning: Reason = {
  lead: 'Earlier orders',
  part: 'earlier',
  say: ({ earlier, omitted }) => {
    const { orders } = earlier;
    if (orders.length === 0) return undefined;
    return (
      <>
        {orders.length + (omitted.earlier ?? 0)} with the same{' '}
        {[...new Set(orders.flatMap(({ same }) => same))].join(', ')}, 120 to 365 days before the{' '}
        {`${earlier.anchor.event}, none disputed or refunded.`}
      </>
    );
  },
};

/** Notes by our staff, also about unanswered calls. They are called notes because they don't prove a conversation. */
const noted: Reason = {
  lead: 'Contact by telephone or WhatsApp',
  part: 'communication',
  say: ({ communication, omitted }) =>
    communication.length > 0 && (
      <>
        {count(communication.length + (omitted.communication ?? 0), 'note')} by our staff of contact with the customer,
        or attempts at it, about this order.
      </>
    ),
};

const argue: Record<PackType, Argument> = {
  1: {
    claim: 'The service was delivered as described',
    restsOn: [mailed, downloaded],
    reasons: [refunded, accepted, mailed, downloaded, attached, noted],
  },
  2: {
    claim: 'The cardholder took part in the transaction',
    restsOn: [checked, sameTraits, returning],
    reasons: [refunded, checked, sameTraits, returning, downloaded, accepted, mailed, noted],
  },
};

/** Whether the facts prove what the pack argues; else it only shows what is on record. */
export function isArguable(facts: PackFacts): boolean {
  return argue[facts.pack_type].restsOn.some((reason) => reason.say(facts));
}

/** What the pack argues, in one line. */
export function headlineOf(facts: PackFacts): string {
  return isArguable(facts) ? argue[facts.pack_type].claim : 'What is on record about this order';
}

/** The most reasons that page one has room for. */
const reasonsShown = 5;

/** The reasons that the facts prove, the strongest first, each with the exhibit that proves it. */
export function reasonsOf(facts: PackFacts): { lead: string; exhibit: string; text: ReactNode }[] {
  return argue[facts.pack_type].reasons
    .map(({ lead, part, say }) => ({ lead, exhibit: packParts[part].exhibit, text: say(facts) }))
    .filter(({ text }) => Boolean(text))
    .slice(0, reasonsShown);
}

/**
 * The mail that carried the document to the customer's own address: the first delivered mail, else the first sent mail.
 * Mails with the document of Exhibit J go before mails with another. A mail to another address proves nothing about the
 * customer and is printed only in the exhibit.
 */
function deliveryMail(mails: PackMail[], address: string, sha256: string | undefined): PackMail | undefined {
  const attaching: string[] = mailKindsWhere(({ card }) => card === 'attached');
  const toCustomer = mails.filter(
    ({ kind, recipient }) => attaching.includes(kind) && recipient.toLowerCase() === address.toLowerCase(),
  );
  return went(toCustomer.filter((mail) => mail.attachment_sha256 === sha256)) ?? went(toCustomer);
}

function went(carriers: PackMail[]): PackMail | undefined {
  return carriers.find((mail) => mail.state === 'delivered') ?? carriers.find((mail) => mail.state === 'sent');
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}
