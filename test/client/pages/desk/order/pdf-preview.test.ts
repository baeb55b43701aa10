import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from '@jest/globals';
import { whyNotShown } from '@/pages/desk/order/pdf-preview';
import { pdfDangers } from '@shared/pdf-dangers';

/** A PDF as the browser receives it. */
async function file(change: (document: PDFDocument) => unknown = () => undefined, useObjectStreams = true) {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText('Card', { x: 20, y: 100 });
  await change(document);
  return new Blob([new Uint8Array(await document.save({ useObjectStreams }))]);
}

test.each([true, false])('a plain card is shown, with object streams: %s', async (streams) => {
  expect(await whyNotShown(await file(undefined, streams))).toBeUndefined();
});

test('a card that would run something or carries a file is not, wherever that stands', async () => {
  for (const streams of [true, false]) {
    const script = await file((document) => document.addJavaScript('run', 'app.alert(1)'), streams);
    expect(await whyNotShown(script)).toBe(pdfDangers.script);
    const carrying = await file((document) => document.attach(new Uint8Array([77, 90]), 'run.exe'), streams);
    expect(await whyNotShown(carrying)).toBe(pdfDangers.file);
    const form = await file(({ catalog, context }) => {
      const xml = context.register(context.flateStream('<xdp/>'));
      catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: xml }));
    }, streams);
    expect(await whyNotShown(form)).toBe(pdfDangers.xfa);
  }
});

test('a card that can’t be looked through is not', async () => {
  const encrypted = await file((document) => document.encrypt({ ownerPassword: 'owner' }), false);
  expect(await whyNotShown(encrypted)).toBe('There is no preview of an encrypted PDF.');
  expect(await whyNotShown(new Blob(['\n', await file()]))).toBe(pdfDangers.header);

  const bytes = new Uint8Array(await (await file()).arrayBuffer());
  const { index, 0: head } = /\/ObjStm[^]*?stream\r?\n/.exec(new TextDecoder('latin1').decode(bytes))!;
  bytes.fill(33, index + head.length, index + head.length + 2);
  expect(await whyNotShown(new Blob([bytes]))).toBe('There is no preview of this PDF.');
});
