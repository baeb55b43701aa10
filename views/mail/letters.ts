import type { Brand } from '../../src/shared/brands.js';
import { plainDay } from '../../src/shared/dates.js';
import { refundPolicyOf } from '../../src/shared/refund-policy.js';
import { invitationDays } from '../../src/shared/limits.js';
import { isToMember, type MailKind, type MemberMailKind, type OrderMailKind } from '../../src/shared/mail-kinds.js';

/** Everything a mail prints: no passport data, and nothing that changes between the preview and the sending. */
export type MailFacts = {
  brand: Brand;
  /** Null for mails to staff. `doa` is the day of arrival, YYYY-MM-DD. */
  order: { id: number; fullName: string; doa: string } | null;
  /** Where the mail leads: the order's page, the page for a new password, or the login. */
  link: string;
  /** Only for an invoice: its number, and its total as printed. */
  number?: string;
  amount?: string;
  /** Only for a mail to a member: the member's name. */
  name?: string;
  /** Only for a password link: how long it is valid. */
  minutes?: string;
  /** Only for a changed password: when, and by whom or how. */
  when?: string;
  how?: string;
  /** Only for a changed second factor: what changed. */
  what?: string;
  /** Only for a question to the customer: what is asked. */
  question?: string;
  /** Only for a question: where the customer corrects the order; absent when there is nothing to correct there. */
  form?: string;
  /** What was paid, and how the card statement names it; null for what is not on record. */
  charge?: { amount: string | null; statement: string | null };
  /** Only for an invoice: the texts that the order was bought under, where they are on record. */
  texts?: { label: string; version: string; href: string }[];
  /** Only for an alarm: what it is about, by kind. */
  alarms?: { label: string; value: string }[];
  /** Only for the order numbers of an address, and for orders at risk. */
  orders?: { id: number; doa: string }[];
};

/** The words of a mail, before they are laid out as HTML and as plain text. */
export type Letter = {
  subject: string;
  /** The line a mailbox shows behind the subject. */
  preheader: string;
  heading: string;
  /** The name in the greeting; null greets without a name. */
  name: string | null;
  paragraphs: string[];
  facts: { label: string; value: string }[];
  button: { label: string; href: string };
  /** What is said below the button. */
  afterwards?: string;
  advice: { heading: string; items: string[] } | null;
  /** Whether replies to this mail reach a person. */
  answerable: boolean;
  /** Where the refund policy is, for a mail about what was bought; null for others, and for a brand that links to none. */
  refundPolicy: string | null;
};

type OrderFacts = MailFacts & { order: NonNullable<MailFacts['order']> };

/** The words of one mail. A new kind of mail is a new row of `words` or of `memberWords`. */
export function letterOf(kind: MailKind, facts: MailFacts): Letter {
  if (isToMember(kind)) return toMember(kind, facts);
  if (kind === 'order-numbers') return orderNumbers(facts);
  if (!facts.order) throw new Error(`A mail of kind ${kind} needs an order`);

  const order = { ...facts.order, fullName: oneLine(facts.order.fullName) };
  return {
    name: order.fullName,
    facts: orderLines(order),
    button: { label: 'Open your order page', href: facts.link },
    advice: null,
    answerable: true,
    refundPolicy: null,
    ...words[kind]({ ...facts, order }),
  };
}

/** The approval in a few lines, for WhatsApp, where nothing can be attached. */
export function whatsappText({ brand, order, link }: OrderFacts): string {
  return [
    `Hello ${oneLine(order.fullName)}, this is ${brand.name}.`,
    `Your ${product} for order ${order.id} is ready. We have sent it to you by email.`,
    `You can also download it here, with your order number and email address: ${link}`,
  ].join('\n\n');
}

const product = 'Malaysia Digital Arrival Card';

const onArrival = {
  heading: 'When you travel',
  items: [
    'Save the card on your phone, or print it.',
    'Show it with your passport at immigration in Malaysia.',
    'Check the name and the date on the card today. If something is wrong, tell us before you travel.',
  ],
};

const alsoOnline =
  'You can also download it from your order page, with your order number and the email address of your order.';

const answerByMail = 'Please answer this email. You can attach pictures.';

type Words = Pick<Letter, 'subject' | 'preheader' | 'heading' | 'paragraphs'> & Partial<Letter>;

const words: Record<OrderMailKind, (facts: OrderFacts) => Words> = {
  approval: ({ order, brand, charge }) => ({
    subject: `Your ${product} is ready (order ${order.id})`,
    preheader: 'Your arrival card has been approved. It is attached to this email.',
    heading: `Your ${product} is ready`,
    paragraphs: [
      'Good news: your arrival card has been approved. It is attached to this email.',
      alsoOnline,
      soldBy(brand),
    ],
    refundPolicy: refundPolicyOf(brand),
    facts: [...orderLines(order), ...chargeLines(charge)],
    advice: onArrival,
  }),
  resend: ({ order }) => ({
    subject: `Your ${product} (order ${order.id})`,
    preheader: 'Here is your arrival card once more. It is attached to this email.',
    heading: 'Here is your arrival card again',
    paragraphs: ['Here is your approved arrival card once more. It is attached to this email.', alsoOnline],
    advice: onArrival,
  }),
  upload: ({ order }) => ({
    subject: `Your new ${product} (order ${order.id})`,
    preheader: 'There is a new version of your arrival card. Please use this one.',
    heading: 'There is a new version of your arrival card',
    paragraphs: [
      'The new version of your arrival card is attached to this email. Please use this one. It replaces the card we sent you before.',
      alsoOnline,
    ],
    advice: onArrival,
  }),
  'download-link': ({ order, link }) => ({
    subject: `Download your ${product} (order ${order.id})`,
    preheader: 'Your arrival card is waiting for you on your order page.',
    heading: 'Your arrival card is ready to download',
    paragraphs: [
      'Your arrival card is waiting for you on your order page. Open the page with your order number and the email address of your order, then choose Download Now.',
    ],
    button: { label: 'Go to your card', href: link },
    advice: onArrival,
  }),
  question: ({ order, question = '', form }) => ({
    subject: `A question about your order ${order.id}`,
    preheader: 'Please answer this email, so that we can go on with your arrival card.',
    heading: 'We have a question about your order',
    paragraphs: [...question.split(/\n\s*\n/).map((part) => part.trim()), ...(form ? [] : [answerByMail])],
    ...(form && {
      preheader: 'Please correct your details or answer this email, so that we can go on with your arrival card.',
      button: { label: 'Correct your details', href: form },
      afterwards: 'Or answer this email. You can attach pictures.',
    }),
  }),
  invoice: ({ order, brand, charge, number, amount, texts = [] }) => ({
    refundPolicy: refundPolicyOf(brand),
    subject: number ? `Invoice ${number} for order ${order.id}` : `Invoice for order ${order.id}`,
    preheader: 'Your invoice is attached to this email.',
    heading: 'Your invoice',
    paragraphs: [
      `Thank you for your order. The invoice for our ${product} service is attached to this email.`,
      soldBy(brand),
      ...texts.map(({ label, version, href }) => `${label} of your order, version ${version}: ${href}`),
    ],
    facts: [
      ...(number ? [{ label: 'Invoice number', value: number }] : []),
      ...(amount ? [{ label: 'Total', value: amount }] : []),
      ...chargeLines({ amount: null, statement: charge?.statement ?? null }),
      ...orderLines(order),
    ],
  }),
};

const memberWords: Record<MemberMailKind, (facts: MailFacts) => Words & Pick<Letter, 'button'>> = {
  password: ({ link, minutes = '30' }) => ({
    subject: 'Set a new password for the Admin Portal',
    preheader: `The link works once, within ${minutes} minutes.`,
    heading: 'Set a new password',
    paragraphs: [
      `Somebody, most likely you, asked for a new password for the Admin Portal. The link works once, within ${minutes} minutes.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
    button: { label: 'Set a new password', href: link },
  }),
  'password-changed': ({ link, when = '', how = '' }) => ({
    subject: 'Your password for the Admin Portal was changed',
    preheader: `It was changed on ${when}. If it was not you, tell an Admin at once.`,
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account for the Admin Portal was changed. You were signed out everywhere.',
      'If it was you, or you know of it, you need not do anything.',
      'If it was not you, tell an Admin at once. Then ask for a new password with Forgot password on the sign-in page.',
    ],
    facts: [
      { label: 'When', value: when },
      { label: 'How', value: oneLine(how) },
    ],
    button: { label: 'Sign in', href: link },
  }),
  'orders-at-risk': ({ link, number = '', amount, how, orders = [] }) => ({
    subject: how
      ? `${how} Kuala Lumpur: ${number} at risk, ${amount} late`
      : `${number === '1' ? 'One order arrives' : `${number} orders arrive`} within 12 hours without a card`,
    preheader: 'Travellers without their card may be refused at boarding.',
    heading: how ? 'Orders without their card' : 'Arrival within 12 hours, and no card',
    paragraphs: [
      how
        ? `At ${how} in Kuala Lumpur, ${arrivals(Number(number), Number(amount))}.`
        : number === '1'
          ? 'The card of this order is not delivered, and its traveller arrives within 12 hours.'
          : 'The cards of these orders are not delivered, and their travellers arrive within 12 hours.',
      `The board shows ${orders.length === 1 ? 'the order' : 'each of them'} until its card is delivered, or until somebody says what became of it.`,
    ],
    facts: orders.map(({ id, doa }) => ({
      label: `Order ${id}`,
      value: `Arrival on ${plainDay(doa)} ${doa.slice(0, 4)}`,
    })),
    button: { label: 'Open the board', href: link },
  }),
  // `what`: the part that was given back; empty for all of it
  'dispute-refunded': ({ link, number = '', amount = '', when = '', what = '', how = '' }) => ({
    subject: `Order ${number} was refunded${what && ' in part'}, and the bank disputes its charge`,
    preheader: `The money may leave twice. Answer ${what ? 'for the rest' : 'that the credit was issued'}.`,
    heading: `A dispute of ${what ? 'an order that was refunded in part' : 'a refunded order'}`,
    paragraphs: what
      ? [
          `${what} of order ${number} was given back, and a dispute of its charge has come in.`,
          'That part may leave twice. Answer the dispute for the rest.',
        ]
      : [
          `Order ${number} was refunded on ${when}, and a dispute of its charge has come in.`,
          'The money may leave twice. Answer the dispute with “credit already issued”.',
        ],
    facts: [
      { label: 'Dispute', value: oneLine(how) },
      { label: 'Refunded', value: what || when },
      { label: 'Amount', value: amount },
    ],
    button: { label: 'Open the order', href: link },
  }),
  'paid-after-cancel': ({ link, number = '', amount = '', how = '' }) => ({
    subject: `Order ${number} was paid after it was cancelled`,
    preheader: 'There is no card to be made. Give the money back.',
    heading: 'Paid after it was cancelled',
    paragraphs: [
      `Order ${number} was cancelled or deleted before it was paid, and now its payment has come in.`,
      'It waits in Refunds. Give the money back, or reopen the order when the customer still wants the card.',
    ],
    facts: [
      { label: 'Payment', value: oneLine(how) },
      { label: 'Amount', value: amount },
    ],
    button: { label: 'Open the order', href: link },
  }),
  invitation: ({ link, how = '' }) => ({
    subject: 'Your account for the Admin Portal',
    preheader: `Set your password within ${invitationDays} days.`,
    heading: 'Set your password',
    paragraphs: [
      `${oneLine(how)} has made an account for you in the Admin Portal. Choose a password to sign in with this email address.`,
      `The link works once, within ${invitationDays} days.`,
    ],
    button: { label: 'Set your password', href: link },
  }),
  'factor-changed': ({ link, what = '', when = '', how = '' }) => ({
    subject: 'Your second factor for the Admin Portal was changed',
    preheader: `${what} on ${when}. If it was not you, tell an Admin at once.`,
    heading: 'Your second factor was changed',
    paragraphs: [
      `${what} for your account in the Admin Portal.`,
      'If it was you, or you know of it, you need not do anything. If it was not you, tell an Admin at once.',
    ],
    facts: [
      { label: 'When', value: when },
      { label: 'How', value: oneLine(how) },
    ],
    button: { label: 'Sign in', href: link },
  }),
  alarm: ({ link, number = '', when = '', alarms = [] }) => ({
    subject: number === '1' ? `Alarm: ${alarms[0]?.label}` : `${number} alarms were raised`,
    preheader: `Raised on ${when}.`,
    heading: number === '1' ? 'An alarm' : `${number} alarms`,
    paragraphs: [`Raised on ${when}. Of the same cause there is no other mail for an hour.`],
    facts: alarms.map(({ label, value }) => ({ label, value: oneLine(value) })),
    button: { label: 'Open the alarms', href: link },
  }),
  'dispute-reminder': ({ link, number = '', amount = '', when = '', how = '' }) => ({
    subject: `Dispute of order ${number}: reply by ${when}`,
    preheader: `The bank waits for an answer until ${when}.`,
    heading: 'A dispute is due',
    paragraphs: [`The bank waits for an answer to the dispute of order ${number} until ${when}.`],
    facts: [
      { label: 'Reply by', value: when },
      { label: 'Reason', value: oneLine(how) },
      { label: 'Amount', value: amount },
    ],
    button: { label: 'Open the order', href: link },
  }),
};

/** How many travellers arrive without their card, and of how many the arrival has begun; a half that is none is left out. */
function arrivals(risk: number, late: number): string {
  const travellers = (count: number) => (count === 1 ? '1 traveller' : `${count} travellers`);
  const card = (count: number) => (count === 1 ? 'a card' : 'their card');
  if (risk === 0) return `the arrival of ${travellers(late)} without ${card(late)} has begun`;

  const arriving = `${travellers(risk)} ${risk === 1 ? 'arrives' : 'arrive'} within 24 hours without ${card(risk)}`;
  return late === 0 ? arriving : `${arriving}, and the arrival of ${late} has begun`;
}

/** The order numbers of an address, the newest first. */
function orderNumbers({ link, orders = [] }: MailFacts): Letter {
  return {
    subject: orders.length === 1 ? 'Your order number' : 'Your order numbers',
    preheader: 'Somebody, most likely you, asked for the order numbers of this email address.',
    heading: orders.length === 1 ? 'Your order number' : 'Your order numbers',
    name: null,
    paragraphs: [
      'Somebody, most likely you, asked us for the order numbers of this email address. Here they are.',
      'Open your order page with an order number and this email address. If it was not you, you need not do anything.',
    ],
    facts: orders.map(({ id, doa }) => ({
      label: `Order ${id}`,
      value: `Arrival on ${plainDay(doa)} ${doa.slice(0, 4)}`,
    })),
    button: { label: 'Open your order page', href: link },
    advice: null,
    answerable: true,
    refundPolicy: null,
  };
}

function toMember(kind: MemberMailKind, facts: MailFacts): Letter {
  const name = facts.name ? oneLine(facts.name) : null;
  return { name, facts: [], advice: null, answerable: false, refundPolicy: null, ...memberWords[kind](facts) };
}

function orderLines({ id, fullName, doa }: OrderFacts['order']): Letter['facts'] {
  return [
    { label: 'Order number', value: String(id) },
    { label: 'Name', value: fullName },
    { label: 'Arrival in Malaysia', value: `${plainDay(doa)} ${doa.slice(0, 4)}` },
  ];
}

/** What was charged, and how the card statement names it, where it is on record. */
function chargeLines(charge: MailFacts['charge']): Letter['facts'] {
  return [
    ...(charge?.amount ? [{ label: 'Amount', value: charge.amount }] : []),
    ...(charge?.statement ? [{ label: 'On your card statement', value: oneLine(charge.statement) }] : []),
  ];
}

function soldBy({ seller }: Brand): string {
  return `${seller.name} is a private company and sells this service as a third party. It is not part of any government.`;
}

/**
 * A name as one line of plain text: without line breaks and bidirectional control characters, and changed so that a mailbox
 * makes no link of an address in it (a stranger could place an order to have us mail their link).
 */
function oneLine(name: string): string {
  return name
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/:(?=\/\/)|\.(?=\p{L}{2})|@/gu, '$&\u200b')
    .trim();
}
