import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOptionList,
  type PDFPage,
  PDFRef,
  PDFStream,
  PDFTextField,
  concatTransformationMatrix,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';

type Matrix = [number, number, number, number, number, number];
export type Rectangle = { left: number; bottom: number; right: number; top: number };

const invisible = new Set(['Link', 'Popup']);
/** Annotation flags: hidden, and no view (ISO 32000-1, table 165). */
const hiddenOrNoView = 0b100010;

/**
 * Draws a page's annotations and form fields onto the page itself, where a reader shows them, and takes them off:
 * what is only attached to a page gets lost when the page becomes part of another.
 * @returns whether that is everything: a mark without an appearance, which each reader draws in its own way, is left out
 */
export function flatten(page: PDFPage): boolean {
  let isWhole = true;
  for (const annotation of shownOn(page)) {
    draw(page, annotation);
    isWhole &&= !lacksAppearance(annotation);
  }
  page.node.delete(PDFName.of('Annots'));
  return isWhole;
}

/**
 * Makes the appearances of form fields that have none, and of texts that the form says are newer than theirs. One whose
 * letters the form's font lacks keeps the appearance that it has. @throws Error when it has none
 */
export function freshenForm(pdf: PDFDocument): void {
  const form = pdf.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  if (!form) return;
  const fields = pdf.getForm();
  if (form.lookup(PDFName.of('NeedAppearances')) === PDFBool.True)
    for (const field of fields.getFields()) writeAgain(field, fields.getDefaultFont());
  fields.updateFieldAppearances();
}

function writeAgain(field: PDFField, font: PDFFont): void {
  if (!(field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList)) return;
  try {
    field.defaultUpdateAppearances(font);
  } catch {
    // the font lacks a letter
  }
}

/** The annotations and form fields that a reader shows on a page. */
export function shownOn(page: PDFPage): PDFDict[] {
  const annotations = page.node.Annots();
  return Array.from({ length: annotations?.size() ?? 0 }, (_, index) =>
    annotations!.lookupMaybe(index, PDFDict),
  ).filter((annotation) => annotation !== undefined && isShown(annotation)) as PDFDict[];
}

/** Where an annotation stands on its page; undefined where nobody says. */
export function placeOf(annotation: PDFDict): Rectangle | undefined {
  return asRectangle(numbers(annotation.lookupMaybe(PDFName.of('Rect'), PDFArray)));
}

function isShown(annotation: PDFDict): boolean {
  const flags = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
  return !invisible.has(subtypeOf(annotation)) && (flags & hiddenOrNoView) === 0;
}

function subtypeOf(annotation: PDFDict): string {
  return annotation.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() ?? '';
}

/** A form field without an appearance is empty, as one for a signature that nobody gave. */
function lacksAppearance(annotation: PDFDict): boolean {
  const { left, right, bottom, top } = placeOf(annotation) ?? { left: 0, right: 0, bottom: 0, top: 0 };
  return subtypeOf(annotation) !== 'Widget' && left < right && bottom < top && !appearanceOf(annotation);
}

/** Draws an annotation onto a page: fits the appearance's box into the annotation's rectangle (ISO 32000-1, 12.5.5, algorithm 8.1). */
export function draw(page: PDFPage, annotation: PDFDict): void {
  const appearance = appearanceOf(annotation);
  const rectangle = placeOf(annotation);
  if (!appearance || !rectangle) return;

  const { dict } = appearance.stream;
  const matrix = (numbers(dict.lookupMaybe(PDFName.of('Matrix'), PDFArray)) ?? [1, 0, 0, 1, 0, 0]) as Matrix;
  const box = asRectangle(numbers(dict.lookupMaybe(PDFName.of('BBox'), PDFArray)));
  if (!box) return;

  const from = transformed(box, matrix);
  const across = from.right - from.left;
  const up = from.top - from.bottom;
  if (across === 0 || up === 0) return;

  const scaleX = (rectangle.right - rectangle.left) / across;
  const scaleY = (rectangle.top - rectangle.bottom) / up;
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(
      scaleX,
      0,
      0,
      scaleY,
      rectangle.left - from.left * scaleX,
      rectangle.bottom - from.bottom * scaleY,
    ),
    drawObject(page.node.newXObject('Annotation', appearance.ref)),
    popGraphicsState(),
  );
}

/** The normal appearance; where there is one for each state, that of the state it is in. */
function appearanceOf(annotation: PDFDict): { stream: PDFStream; ref: PDFRef } | undefined {
  const normal = annotation.lookupMaybe(PDFName.of('AP'), PDFDict)?.get(PDFName.of('N'));
  const { context } = annotation;
  const byState = context.lookup(normal);
  const state = annotation.lookupMaybe(PDFName.of('AS'), PDFName);
  const chosen: PDFObject | undefined = byState instanceof PDFDict ? (state ? byState.get(state) : undefined) : normal;

  const stream = context.lookup(chosen);
  return chosen instanceof PDFRef && stream instanceof PDFStream ? { stream, ref: chosen } : undefined;
}

function numbers(array: PDFArray | undefined): number[] | undefined {
  return array?.asArray().map((_, index) => array.lookup(index, PDFNumber).asNumber());
}

function asRectangle(corners: number[] | undefined): Rectangle | undefined {
  if (corners?.length !== 4) return undefined;
  const [x1, y1, x2, y2] = corners as [number, number, number, number];
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

/** The smallest upright rectangle around a transformed one. */
function transformed({ left, bottom, right, top }: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle {
  const corners = [
    [left, bottom],
    [left, top],
    [right, bottom],
    [right, top],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}
