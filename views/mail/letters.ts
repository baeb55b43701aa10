import type { Brand } from '../../src/shared/brands.js';
import { plainDay } from '../../src/shared/dates.js';
import type { MailKind } from '../../src/shared/mail.js';

/** Everything a mail is made of; no passport data, and nothing that changes between the preview and the sending. */
export type MailFacts = {
  brand: Brand;
  /** Null for mails to staff. `doa` is the day of arrival, YYYY-MM-DD. */
  order: { id: number; fullName: string; doa: string } | null;
  /** Where the mail leads: the order's page, or the page for a new password. */
  link: string;
  /** Of an invoice: its number and, as printed, its total. */
  number?: string;
  amount?: string;
  /** Of a link to a new password: how long it works, and the member it is for. */
  minutes?: string;
  name?: string;
};

/** What a mail says, before it is laid out as HTML and as plain text. */
export type Letter = {
  subject: string;
  /** The line a mailbox shows behind the subject. */
  preheader: string;
  heading: string;
  /** Whom it greets; null greets nobody by name. */
  name: string | null;
  paragraphs: string[];
  facts: { label: string; value: string }[];
  button: { label: string; href: string };
  advice: { heading: string; items: string[] } | null;
  /** Whether answers reach somebody. */
  answerable: boolean;
};

type OrderFacts = MailFacts & { order: NonNullable<MailFacts['order']> };

/** The words of one mail. A new kind of mail is a new row of `words`. */
export function letterOf(kind: MailKind, facts: MailFacts): Letter {
  if (kind === 'password') return newPassword(facts);
  if (!facts.order) throw new Error(`A mail of kind ${kind} needs an order`);

  const order = { ...facts.order, fullName: oneLine(facts.order.fullName) };
  return {
    name: order.fullName,
    facts: orderLines(order),
    button: { label: 'Open your order page', href: facts.link },
    advice: null,
    answerable: true,
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

type Words = Pick<Letter, 'subject' | 'preheader' | 'heading' | 'paragraphs'> & Partial<Letter>;

const words: Record<Exclude<MailKind, 'password'>, (facts: OrderFacts) => Words> = {
  approval: ({ order }) => ({
    subject: `Your ${product} is ready (order ${order.id})`,
    preheader: 'Your arrival card has been approved. It is attached to this email.',
    heading: `Your ${product} is ready`,
    paragraphs: ['Good news: your arrival card has been approved. It is attached to this email.', alsoOnline],
    advice: onArrival,
  }),
  resend: ({ order }) => ({
    subject: `Your ${product}, sent again (order ${order.id})`,
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
  invoice: ({ order, number, amount }) => ({
    subject: number ? `Invoice ${number} for order ${order.id}` : `Invoice for order ${order.id}`,
    preheader: 'Your invoice is attached to this email.',
    heading: 'Your invoice',
    paragraphs: [`Thank you for your order. The invoice for our ${product} service is attached to this email.`],
    facts: [
      ...(number ? [{ label: 'Invoice number', value: number }] : []),
      ...(amount ? [{ label: 'Total', value: amount }] : []),
      ...orderLines(order),
    ],
  }),
};

function newPassword({ link, minutes = '30', name }: MailFacts): Letter {
  return {
    subject: 'Set a new password for the Admin Portal',
    preheader: `The link works once, within ${minutes} minutes.`,
    heading: 'Set a new password',
    name: name ? oneLine(name) : null,
    paragraphs: [
      `Somebody, most likely you, asked for a new password for the Admin Portal. The link works once, within ${minutes} minutes.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
    facts: [],
    button: { label: 'Set a new password', href: link },
    advice: null,
    answerable: false,
  };
}

function orderLines({ id, fullName, doa }: OrderFacts['order']): Letter['facts'] {
  return [
    { label: 'Order number', value: String(id) },
    { label: 'Name', value: fullName },
    { label: 'Arrival in Malaysia', value: `${plainDay(doa)} ${doa.slice(0, 4)}` },
  ];
}

/**
 * A name as one line of plain text: no line breaks, no marks that turn the direction of what follows, and a mailbox
 * makes no link of what looks like an address in it (an order may be placed in order to mail somebody else's link).
 */
function oneLine(name: string): string {
  return name
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/:(?=\/\/)|\.(?=\p{L}{2})|@/gu, '$&\u200b')
    .trim();
}
