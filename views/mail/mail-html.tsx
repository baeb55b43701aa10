import type { CSSProperties, ReactNode } from 'react';
import type { Brand } from '../../src/shared/brands.js';
import type { Letter } from './letters.js';

/**
 * A mail as HTML: tables and inline styles, because Outlook supports little else; no pictures to load. The classes in
 * `adaptive` give dark colours to readers who ask for them; without that style the light colours below are used.
 */
export default function MailHtml({ brand, letter }: { brand: Brand; letter: Letter }) {
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{letter.subject}</title>
        <style>{adaptive}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: '#f2f4f6', ...type }}>
        <div style={hidden}>
          {letter.preheader}
          {filler}
        </div>
        <Table className="page" width="100%" style={{ backgroundColor: '#f2f4f6' }}>
          <Row align="center" style={{ padding: '24px 12px' }}>
            <Table className="card" width="600" style={card}>
              <Row style={{ padding: '24px 40px', borderBottom: `1px solid ${hairline}` }} className="pad line">
                <Wordmark brand={brand} />
              </Row>
              <Row style={{ padding: '32px 40px 8px' }} className="pad">
                <Message letter={letter} brand={brand} />
              </Row>
              <Row style={{ padding: '24px 40px', borderTop: `1px solid ${hairline}` }} className="pad line">
                <Footer brand={brand} refundPolicy={letter.refundPolicy} />
              </Row>
            </Table>
          </Row>
        </Table>
      </body>
    </html>
  );
}

function Wordmark({ brand }: { brand: Brand }) {
  return (
    <Table>
      <tr>
        <td width="36" height="36" align="center" style={{ ...badge, backgroundColor: brand.colour }}>
          {brand.name.slice(0, 1)}
        </td>
        <td className="ink" style={{ paddingLeft: 12, fontSize: 16, lineHeight: '22px', fontWeight: 600, color: ink }}>
          {brand.name}
        </td>
      </tr>
    </Table>
  );
}

function Message({ letter, brand }: { letter: Letter; brand: Brand }) {
  const { heading, name, paragraphs, facts, button, afterwards, advice, answerable } = letter;
  return (
    <>
      <h1 className="ink" style={{ margin: '0 0 20px', fontSize: 24, lineHeight: '32px', fontWeight: 600, color: ink }}>
        {heading}
      </h1>
      {name !== null && (
        <Paragraph>
          Dear <bdi>{name}</bdi>,
        </Paragraph>
      )}
      {paragraphs.map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
      {facts.length > 0 && <Facts facts={facts} />}
      <Button {...button} colour={brand.colour} />
      {afterwards && <Paragraph>{afterwards}</Paragraph>}
      {advice && <Advice {...advice} />}
      {answerable && (
        <Paragraph>
          Do you have a question? Reply to this email or write to{' '}
          <a className="link" href={`mailto:${brand.contact.email}`} style={{ color: brand.colour }}>
            {brand.contact.email}
          </a>
          .
        </Paragraph>
      )}
    </>
  );
}

function Facts({ facts }: Pick<Letter, 'facts'>) {
  return (
    <Table width="100%" style={{ margin: '4px 0 24px', borderTop: `1px solid ${hairline}` }} className="line">
      {facts.map(({ label, value }) => (
        <tr key={label}>
          <td className="soft line" width="40%" style={{ ...factCell, paddingRight: 12, color: soft }}>
            {label}
          </td>
          <td className="ink line" style={{ ...factCell, color: ink, fontWeight: 600, wordBreak: 'break-word' }}>
            <bdi>{value}</bdi>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** The cell is coloured and padded for Outlook, which ignores a link's padding; the link is padded for other mailboxes. */
function Button({ label, href, colour }: Letter['button'] & { colour: string }) {
  return (
    <Table style={{ margin: '0 0 28px' }}>
      <tr>
        <td style={{ backgroundColor: colour, borderRadius: 6, ...outlookPadding }}>
          <a href={href} style={{ ...buttonLink, border: `1px solid ${colour}` }}>
            {label}
          </a>
        </td>
      </tr>
    </Table>
  );
}

function Advice({ heading, items }: NonNullable<Letter['advice']>) {
  return (
    <>
      <h2 className="ink" style={{ margin: '0 0 8px', fontSize: 17, lineHeight: '24px', fontWeight: 600, color: ink }}>
        {heading}
      </h2>
      <ul className="ink" style={{ margin: '0 0 20px', padding: '0 0 0 22px', color: ink }}>
        {items.map((item) => (
          <li key={item} style={{ margin: '0 0 6px', ...body }}>
            {item}
          </li>
        ))}
      </ul>
    </>
  );
}

function Footer({ brand, refundPolicy }: { brand: Brand } & Pick<Letter, 'refundPolicy'>) {
  const { footer, seller, name } = brand;
  const lines = [...footer.lines, [seller.name, ...seller.address].join(', '), `© ${footer.year} ${name}`];
  return (
    <>
      {refundPolicy && (
        <Small>
          <a className="link" href={refundPolicy} style={{ color: brand.colour }}>
            Refund policy
          </a>
        </Small>
      )}
      {lines.map((line) => (
        <Small key={line}>{line}</Small>
      ))}
    </>
  );
}

function Small({ children }: { children: ReactNode }) {
  return (
    <p className="soft" style={{ margin: '0 0 8px', fontSize: 13, lineHeight: '19px', color: soft }}>
      {children}
    </p>
  );
}

function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={{ margin: '0 0 16px', color: ink, ...body }}>
      {children}
    </p>
  );
}

function Row({
  children,
  ...cell
}: {
  children: ReactNode;
  style: CSSProperties;
  className?: string;
  align?: 'center';
}) {
  return (
    <tr>
      <td {...cell}>{children}</td>
    </tr>
  );
}

function Table({
  children,
  ...table
}: {
  children: ReactNode;
  width?: string;
  style?: CSSProperties;
  className?: string;
}) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...table}>
      <tbody>{children}</tbody>
    </table>
  );
}

const ink = '#1a2026';
const soft = '#5b6670';
const hairline = '#e3e7eb';

const type: CSSProperties = {
  fontFamily: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif",
};
const body: CSSProperties = { fontSize: 16, lineHeight: '24px' };
const card: CSSProperties = {
  width: '100%',
  maxWidth: 600,
  backgroundColor: '#ffffff',
  borderRadius: 8,
  textAlign: 'left',
  ...type,
};
const badge: CSSProperties = {
  borderRadius: 18,
  color: '#ffffff',
  fontSize: 18,
  lineHeight: '36px',
  fontWeight: 700,
};
const factCell: CSSProperties = {
  padding: '10px 0',
  borderBottom: `1px solid ${hairline}`,
  fontSize: 15,
  lineHeight: '22px',
  verticalAlign: 'top',
};
const buttonLink: CSSProperties = {
  display: 'inline-block',
  padding: '12px 26px',
  borderRadius: 6,
  color: '#ffffff',
  fontSize: 16,
  lineHeight: '24px',
  fontWeight: 600,
  textDecoration: 'none',
};
const outlookPadding = { msoPaddingAlt: '12px 26px' } as CSSProperties;

const hidden: CSSProperties = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  opacity: 0,
  fontSize: 1,
  lineHeight: '1px',
};
/** Keeps a mailbox from filling its preview line with text of the mail's body. */
const filler = '\u00a0\u200c'.repeat(80);

const adaptive = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}',
  '@media (prefers-color-scheme:dark){',
  '.page{background-color:#0f1316!important}.card{background-color:#1a2026!important}',
  '.ink{color:#f0f2f4!important}.soft{color:#a7b1ba!important}.link{color:#8ec5ec!important}',
  '.line{border-color:#333c44!important}}',
].join('');
