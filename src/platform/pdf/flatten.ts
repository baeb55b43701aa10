import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
  concatTransformationMatrix,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';

type Matrix = [number, number, number, number, number, number];
type Rectangle = { left: number; bottom: number; right: number; top: number };

const invisible = new Set(['Link', 'Popup']);
/** Annotation flags: hidden, and no view (ISO 32000-1, table 165). */
const hiddenOrNoView = 0b100010;

/**
 * Draws a page's annotations and form fields onto the page itself, where a reader shows them, and takes them off:
 * what is only attached to a page gets lost when the page becomes part of another.
 */
export function flatten(page: PDFPage): void {
  const annotations = page.node.Annots();
  for (let index = 0; index < (annotations?.size() ?? 0); index++) {
    const annotation = annotations!.lookupMaybe(index, PDFDict);
    if (annotation && isShown(annotation)) draw(page, annotation);
  }
  page.node.delete(PDFName.of('Annots'));
}

function isShown(annotation: PDFDict): boolean {
  const subtype = annotation.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() ?? '';
  const flags = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
  return !invisible.has(subtype) && (flags & hiddenOrNoView) === 0;
}

/** Fits the appearance's box into the annotation's rectangle (ISO 32000-1, 12.5.5, algorithm 8.1). */
function draw(page: PDFPage, annotation: PDFDict): void {
  const appearance = appearanceOf(annotation);
  const rectangle = asRectangle(numbers(annotation.lookupMaybe(PDFName.of('Rect'), PDFArray)));
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
