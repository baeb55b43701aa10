import type { ReactNode } from 'react';

/**
 * A document on A4 paper: black on white, 12 point, a footer on every page. The printer brings the fonts.
 * @param footer the text next to the page number; ASCII without quotes and backslashes, because it goes into the style sheet
 */
export function Sheet({ title, footer, children }: { title: string; footer: string[]; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        {/* dangerouslySetInnerHTML, because React would escape the quotes in a style's text. */}
        <style dangerouslySetInnerHTML={{ __html: pageRules(footer) + styles }} />
      </head>
      <body>{children}</body>
    </html>
  );
}

function pageRules(footer: string[]): string {
  const text = footer.join('\\A ');
  return `
    @page {
      size: A4; margin: 18mm 20mm 24mm;
      @bottom-left { content: "${text}"; white-space: pre; ${footerFont} }
      @bottom-right { content: "Page " counter(page) " of " counter(pages); ${footerFont} }
    }
    @page document { margin-top: 16mm; }
  `;
}

const footerFont = `font: 7.5pt/1.4 'Noto Sans', sans-serif; color: #000; vertical-align: top; padding-top: 2.5mm; margin-top: 1.5mm; border-top: 0.5pt solid #000;`;

const styles = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  html { font-size: 12pt; line-height: 1.35; color: #000; background: #fff; }
  body { font-variant-numeric: tabular-nums; }
  h1 { font-size: 19pt; line-height: 1.2; font-weight: 700; }
  h2 { font-size: 15pt; line-height: 1.25; font-weight: 700; }
  h3 { font-size: 12pt; font-weight: 700; margin: 4mm 0 1mm; }
  h1, h2, h3 { break-after: avoid; }
  p, li { orphans: 2; widows: 2; }
  td, th, dd, li, p { overflow-wrap: anywhere; unicode-bidi: plaintext; }
  table { width: 100%; border-collapse: collapse; }
  tr, table:not(:has(tr:nth-child(7))) { break-inside: avoid; }
  th, td { text-align: left; vertical-align: top; padding: 0.9mm 3mm 0.9mm 0; border-bottom: 0.5pt solid #999; }
  th:last-child, td:last-child { padding-right: 0; }
  thead th { border-bottom: 1pt solid #000; }
  .facts { break-inside: avoid; }
  .facts th { width: 60mm; }
  .number { width: 12mm; white-space: nowrap; overflow-wrap: normal; }
  .when { width: 52mm; }
  .clock { white-space: nowrap; }
  .small { font-size: 9pt; }
  .quoted { white-space: pre-wrap; font-size: 10pt; border-left: 1.5pt solid #999; padding-left: 4mm; margin: 1mm 0; }
  .state { width: 28mm; overflow-wrap: normal; }
  .order { width: 22mm; white-space: nowrap; overflow-wrap: normal; }
  .amount { width: 28mm; }
  .quiet { font-weight: 400; }
  .page { break-before: page; }
  .exhibit { margin-top: 8mm; }
  .exhibit > h2 { border-bottom: 1.5pt solid #000; padding-bottom: 1mm; margin-bottom: 3mm; }
  .exhibit > p { break-inside: avoid; }
  .exhibit > p:has(+ table), .exhibit > h2 + p:not(:last-child) { break-after: avoid; }
  .check { break-inside: avoid; }
  .check img { display: block; max-width: 169mm; max-height: 150mm; margin-top: 2mm; border: 0.5pt solid #999; }
  .earlier { margin: 1mm 0 1mm 8mm; font-size: 9pt; color: #555; }
  .earlier > p + p { white-space: pre-wrap; }
  article > .small:has(+ .quoted) { break-after: avoid; }
  .quoted + .small { break-before: avoid; }
  .exhibit > h2 span { display: inline-block; min-width: 32mm; }
  .kicker { display: flex; justify-content: space-between; font-weight: 700; }
  .kicker { border-bottom: 1.5pt solid #000; padding-bottom: 2mm; margin-bottom: 4mm; }
  .charge { margin: 3mm 0 2mm; padding: 1mm 4mm; border: 1pt solid #000; }
  .charge th, .charge td { border-bottom: 0; padding-top: 0; padding-bottom: 0; }
  .charge th { width: 48mm; font-weight: 400; }
  .charge td { font-weight: 700; }
  .charge .case { border-bottom: 0.5pt solid #999; margin-bottom: 0.5mm; }
  .charge .case { table-layout: auto; }
  .charge .case th { width: 1%; white-space: nowrap; padding-right: 4mm; }
  .charge .case td:last-child { width: 1%; white-space: nowrap; }
  .summary h2 { margin: 3mm 0 1mm; }
  .summary ol { padding-left: 7mm; }
  .summary li { margin-bottom: 1mm; }
  .source { white-space: nowrap; font-weight: 700; }
  .exhibits { columns: 2; column-gap: 8mm; list-style: none; font-size: 10pt; line-height: 1.3; }
  .exhibits li { break-inside: avoid; display: flex; }
  .exhibits b { flex: none; width: 6mm; }
  .exhibits span { flex: 1; }
  .exhibits .page-number { flex: none; width: 18mm; padding-left: 2mm; }
  .page-number a { color: #000; text-decoration: none; }
  .timeline { display: block; width: 170mm; margin: 1.5mm 0 0; overflow: visible; }
  .timeline text { font-size: 2.9px; text-anchor: middle; fill: #000; }
  .timeline .event { font-weight: 700; }
  .attachment { margin-top: 2mm; }
  .frame img { width: 100%; height: 100%; }
  .warning { border: 1.5pt solid #000; padding: 2mm 3mm; margin: 3mm 0; font-weight: 700; }
  .letter p, .letter ul { margin-top: 2.8mm; }
  .letter h2 { margin-top: 4mm; }
  .letter ul { padding-left: 6mm; font-size: 10.5pt; line-height: 1.3; }
  .letter .closing { break-inside: avoid; }
  .letter .signed { margin-top: 8mm; font-weight: 700; }
  address { font-style: normal; }
  address > * { display: block; }
  .compared { table-layout: fixed; font-size: 10pt; }
  .compared .small { font-size: 8pt; }
  .compared th:first-child { width: 26mm; }
  .compared .clock { white-space: normal; }
  .page > .exhibit:first-child { margin-top: 0; }
  .differs { display: block; }
  .remark { white-space: pre-wrap; }
  .remark + p { break-before: avoid; }
  .letterhead { display: flex; justify-content: space-between; border-bottom: 3pt solid; padding-bottom: 5mm; }
  .letterhead address { text-align: right; }
  .parties { display: flex; justify-content: space-between; margin: 6mm 0 8mm; }
  .parties > * { flex-basis: 48%; }
  .amounts th:last-child, .amounts td:last-child { width: 45mm; text-align: right; }
  .amounts .total td { font-weight: 700; border-top: 1pt solid #000; }
  .payment { margin-top: 8mm; }
  .disclosure { margin-top: 8mm; }
  .document { page: document; break-before: page; }
  .document h2 { font-size: 12pt; line-height: 6mm; }
  .frame { margin-top: 6mm; border: 0.5pt solid #999; }
`;
