import type { Brand } from '../../src/shared/brands.js';
import type { Letter } from './letters.js';

/** The same mail as plain text. */
export function mailText(brand: Brand, letter: Letter): string {
  const { heading, name, paragraphs, facts, button, afterwards, advice, answerable, refundPolicy } = letter;
  const { footer, seller } = brand;
  return [
    heading,
    ...(name === null ? [] : [`Dear ${name},`]),
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    `${button.label}:\n${button.href}`,
    ...(afterwards ? [afterwards] : []),
    ...(advice ? [[`${advice.heading}:`, ...advice.items.map((item) => `- ${item}`)].join('\n')] : []),
    ...(answerable ? [`Do you have a question? Reply to this email or write to ${brand.contact.email}.`] : []),
    ...(refundPolicy ? [`Refund policy: ${refundPolicy}`] : []),
    ['-- ', ...footer.lines, [seller.name, ...seller.address].join(', '), `© ${footer.year} ${brand.name}`].join('\n'),
  ].join('\n\n');
}
