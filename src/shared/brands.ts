import { z } from 'zod';

/** The logos that client/components/logo.tsx draws. */
const drawnLogos = ['main', 'alt'] as const;
export type DrawnLogo = (typeof drawnLogos)[number];

/** A link to the marketing site. It must be absolute, because a relative link would point to this site. */
const address = z.url({ protocol: /^https$/, error: 'must be an absolute https address' });
const link = z.object({ label: z.string(), href: address });

const brand = z.object({
  /** Short name, used in the theme's token names: letters only. */
  key: z.string().regex(/^[a-z]{1,20}$/),
  name: z.string().min(1),
  /**
   * One of the drawn logos, or a picture as `data:image/…;base64,…`. Without it the name's first letter is shown on the
   * brand colour.
   */
  logo: z
    .union([z.enum(drawnLogos), z.string().regex(/^data:image\/(?:png|webp|jpeg|svg\+xml);base64,[\w+/=]+$/)])
    .optional(),
  /** Landing domains whose orders have this brand. The first brand also serves every unlisted domain. */
  domains: z.array(z.string()),
  /** `full` links to the marketing site, `contact` shows the contact only (docs/visitors.md#brands). */
  menu: z.enum(['full', 'contact']),
  links: z.array(link),
  footer: z.object({ year: z.number(), lines: z.array(z.string()), links: z.array(link) }),
  contact: z.object({
    email: z.string(),
    href: z.url({ protocol: /^(?:https|mailto)$/, error: 'must be an absolute https or mailto address' }),
  }),
  marketingUrl: address,
  /** The seller, as printed on invoices and packs (docs/evidence.md#invoices). */
  seller: z.object({ name: z.string(), address: z.array(z.string()) }),
  /** Whether the other mail provider sends this brand's mails while one fails (docs/mail.md#when-a-provider-fails). */
  mailFallback: z.boolean().default(true),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i),
});

export const brandsSchema = z.array(brand).min(1);
export type Brand = z.infer<typeof brand>;

/** The main brand and one alternative with two domains; BRANDS replaces them (docs/visitors.md#brands). */
export const shippedBrands: Brand[] = [
  {
    key: 'main',
    logo: 'main',
    name: 'Malaysia Digital Arrival Card',
    domains: ['malaysia-arrival-card.example'],
    menu: 'full',
    links: [
      { label: 'Home', href: 'https://malaysia-arrival-card.example/' },
      { label: 'Apply', href: 'https://malaysia-arrival-card.example/apply' },
      { label: 'How it works', href: 'https://malaysia-arrival-card.example/how-it-works' },
      { label: 'Questions', href: 'https://malaysia-arrival-card.example/faq' },
      { label: 'Contact', href: 'https://malaysia-arrival-card.example/contact' },
    ],
    footer: {
      year: 2025,
      lines: [
        'Malaysia Digital Arrival Card is a private company that helps travellers as a third party. It is not part of any government.',
      ],
      links: [
        { label: 'Terms', href: 'https://malaysia-arrival-card.example/terms' },
        { label: 'Privacy', href: 'https://malaysia-arrival-card.example/privacy' },
        { label: 'Refunds', href: 'https://malaysia-arrival-card.example/refunds' },
      ],
    },
    contact: { email: 'support@malaysia-arrival-card.example', href: 'https://malaysia-arrival-card.example/contact' },
    marketingUrl: 'https://malaysia-arrival-card.example/',
    seller: { name: 'Arrival Card Services Ltd', address: ['1 Harbour Street', '10000 Port Town'] },
    mailFallback: true,
    colour: '#0f5c8c',
  },
  {
    key: 'alt',
    logo: 'alt',
    name: 'Malaysia Arrival Help',
    domains: ['arrival-help.example', 'arrivalhelp.example'],
    menu: 'contact',
    links: [],
    footer: {
      year: 2025,
      lines: ['Malaysia Arrival Help offers the Malaysia Digital Arrival Card service as a third party.'],
      links: [],
    },
    contact: { email: 'help@arrival-help.example', href: 'mailto:help@arrival-help.example' },
    marketingUrl: 'https://arrival-help.example/',
    seller: { name: 'Arrival Help Ltd', address: ['2 Harbour Street', '10000 Port Town'] },
    mailFallback: true,
    colour: '#17694a',
  },
];

/** The brand of a landing domain or host; the first brand when none lists it (docs/visitors.md#brands). */
export function brandOf(brands: Brand[], domain: string | undefined): Brand {
  const name = (domain ?? '')
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:\d+$/, '');
  return brands.find((one) => one.domains.includes(name)) ?? brands[0]!;
}
