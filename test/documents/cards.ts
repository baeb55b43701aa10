import { randomBytes } from 'node:crypto';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
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

export function image(format: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<Buffer> {
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
