import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { Answer, CallOptions, MemberName, TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

/** A one-page PDF of at least `size` bytes; each has its own content. */
export async function pdf(size = 0): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText(`Card ${randomBytes(6).toString('hex')}`, { x: 20, y: 100, size: 20 });
  if (size > 0)
    document.catalog.set(PDFName.of('Ballast'), document.context.register(document.context.stream(randomBytes(size))));
  return Buffer.from(await document.save());
}

/** A PDF that asks for a password before it opens. */
export async function lockedPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: 'secret', ownerPassword: 'other' });
  return Buffer.from(await document.save());
}

/** A PDF without any page. */
export async function emptyPdf(): Promise<Buffer> {
  return Buffer.from(await (await PDFDocument.create()).save({ addDefaultPage: false }));
}

export function image(format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'): Promise<Buffer> {
  const background = { r: randomBytes(1)[0]!, g: 90, b: 140 };
  return sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** The form of an upload; fields that `more` sets to null are left out. */
export function uploadForm(
  orderId: string | number,
  file: Uint8Array | null,
  more: Record<string, string | null> = {},
): FormData {
  const fields: Record<string, string | number | null> = {
    orderId,
    email: 'ann@example.com',
    mailServiceProvider: 'AWS',
    ...more,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, String(value));
  if (file) form.append('uploadVisaDoc', new Blob([file as Uint8Array<ArrayBuffer>]), 'card.exe');
  return form;
}

export function upload(app: TestApp, form: FormData, options: CallOptions = { as: 'team' }): Promise<Answer> {
  return app.call('POST', '/api/admin/upload-visa-document', { ...options, body: form });
}

/** Takes in an order, uploads its card and moves it to Completed, so that a visitor may download the card. */
export async function delivered(
  app: TestApp,
  { card, ...more }: { card?: Buffer } & Record<string, unknown> = {},
): Promise<{ id: number; encoded: string; file1: string; mailId: number; card: Buffer; path: string }> {
  const order = await takeIn(app, more);
  const bytes = card ?? (await pdf());
  const { body, code } = await upload(app, uploadForm(order.id, bytes));
  if (code !== 200) throw new Error(`The upload answered ${code}: ${body.message}`);
  await move(app, order.id, 'Completed');
  const { file1, mail_id: mailId } = body.data as { file1: string; mail_id: number };
  return { ...order, file1, mailId, card: bytes, path: `/uploads/docs/${order.id}/${file1}` };
}

export function move(app: TestApp, orderId: number, updatingStatus: string, as: MemberName = 'admin'): Promise<Answer> {
  return app.call('PUT', '/api/admin/move-order-status', { as, body: { orderId, updatingStatus } });
}

/** A visitor's token for an order. */
export async function track(app: TestApp, orderId: number, email = 'ann@example.com'): Promise<string> {
  const { body } = await app.call('POST', '/api/front/track-order', { body: { orderId, email } });
  return body.data.accessToken as string;
}

/** A PDF with so many pages that reading it takes a while. */
export async function longPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page++)
    document
      .addPage([300, 200])
      .drawText(`Page ${page} of ${pages}, ${randomBytes(6).toString('hex')}`, { x: 9, y: 9 });
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** How a passport number can be attached to a page, instead of standing on it. */
export const attachedWays = [
  'a field beside its label',
  'a field under its label',
  'a field that is named alone',
  'a field in boxes',
  'a field whose appearance is older than its value',
  'a note typed on the page',
  'a signature',
] as const;

/** A form whose passport number is attached to its page; it has other fields in the same row. */
export async function formCard(passport: string, way: (typeof attachedWays)[number]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  const form = document.getForm();
  const place = { x: 150, y: 700, width: 120, height: 20 };
  const write = (text: string, x: number, y: number) => page.drawText(text, { x, y, size: 11, font });
  if (way === 'a field under its label') write('Passport No.', 150, 726);
  else if (way !== 'a field that is named alone') write('Passport No.:', 60, 705);

  const fill = (name: string, text: string, at = place) => {
    const field = form.createTextField(name);
    field.setText(text);
    field.addToPage(page, { ...at, font });
    return field;
  };
  const attach = (dict: Record<string, unknown>) => {
    const { x, y, width, height } = place;
    const Rect = [x, y, x + width, y + height];
    const annotation = document.context.obj({ Type: 'Annot', Rect, F: 4, AP: { N: drawn() }, ...dict } as never);
    page.node.addAnnot(document.context.register(annotation));
  };
  const drawn = () => {
    const Resources = { Font: { F: font.ref } };
    const content = `BT /F 11 Tf 2 6 Td (${passport}) Tj ET`;
    const { context } = document;
    return context.register(
      context.stream(content, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 120, 20], Resources }),
    );
  };
  if (way === 'a note typed on the page') attach({ Subtype: 'FreeText', Contents: PDFString.of(passport) });
  else if (way === 'a signature') attach({ Subtype: 'Widget', FT: 'Sig', T: PDFString.of('signed') });
  else if (way === 'a field whose appearance is older than its value') {
    const field = fill('Text1', '');
    form.updateFieldAppearances();
    field.acroField.dict.set(PDFName.of('V'), PDFString.of(passport));
    form.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
  } else {
    const field = fill(way === 'a field that is named alone' ? 'passportNo_2' : 'Text1', '');
    if (way === 'a field in boxes') {
      field.setMaxLength(passport.length);
      field.enableCombing();
    }
    field.setText(passport);
  }
  fill('Text2', 'MH12345678', { ...place, x: 420 });
  write('Booking', 300, 705);
  fill('Text3', '60123456789', { ...place, y: 600 });
  return Buffer.from(
    await document.save({ updateFieldAppearances: way !== 'a field whose appearance is older than its value' }),
  );
}
