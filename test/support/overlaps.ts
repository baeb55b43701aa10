import type { Page } from 'puppeteer';
import { callsOf, type Product, takeInto } from './product.js';

/** Names that are hard to lay out: without a place to break, in other scripts and directions, of marks and emoji. */
const awkwardNames = [
  'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessen',
  'عبد الرحمن بن محمد بن عبد العزيز الأنصاري المدني الهاشمي القرشي',
  '司马相如欧阳修诸葛亮上官婉儿司马相如欧阳修诸葛亮上官婉儿',
  'Александра Константиновна Преображенская-Верхнеуральская',
  'พระบาทสมเด็จพระปรมินทรมหาภูมิพลอดุลยเดชมหิตลาธิเบศรรามาธิบดี',
  '👩‍👩‍👧‍👦👨🏽‍🚀 Łukasz Ōta–O’Brien ✈️🇲🇾🧳🛂👩‍👩‍👧‍👦👨🏽‍🚀',
];

/** Makes an order with each of these names, each with a mail, a remark and another status; returns the paths of their pages. */
export async function takeAwkward(product: Product): Promise<string[]> {
  const statuses = ['New', 'AwaitingGovt', 'Completed', 'Contact Customer', 'Refunds', 'Awaiting'];
  const calls = await callsOf(product, 'admin@demo.test');
  const paths: string[] = [];
  for (const [index, full_name] of awkwardNames.entries()) {
    const contact_email_address = `a.very.long.address.${index}@an-extremely-long-domain-name-of-a-company.example`;
    const { id, encoded } = await takeInto(product, {
      full_name,
      contact_email_address,
      signature_name: full_name,
      address: `Lot ${'123456'.repeat(6)} Jalan ${full_name}`,
      flight_detail: 'MH123456789/MH987654321',
    });
    await calls('POST', '/api/admin/add-new-remark', { orderId: id, remark: full_name.repeat(3), whatsapp: 'Y' });
    await calls('POST', '/api/admin/send-invoice', { orderId: id });
    if (statuses[index] !== 'New') {
      await calls('PUT', '/api/admin/move-order-status', { orderId: id, updatingStatus: statuses[index] });
    }
    paths.push(`/admin/view-order/${encoded}`);
  }
  return paths;
}

/** The widths, in pixels, that the gate looks at: a phone, where the layout changes, and a desk. */
export const someWidths = [320, 768, 992, 1280];
/** Every width that `npm run test:long` looks at: in steps, phones, a zoom of 200 %, and where the layout changes. */
export const allWidths = [
  ...Array.from({ length: 41 }, (_, step) => 320 + step * 40),
  390,
  2240,
  2560,
  730,
  731,
  767,
  768,
  991,
  992,
];

/** What is wrong with the page's layout at these widths: texts that overlap, a page wider than the window, a list that scrolls sideways on a desk. */
export async function layoutFaults(page: Page, widths: number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    // high enough for the whole page
    await page.setViewport({ width, height: 6_000 });
    const more = await page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth);
    if (more > 0) found.push(`${width}: ${more} pixels wider than the window`);
    if (width >= 1280) found.push(...(await listsTooWide(page)).map((list) => `${width}: ${list} scrolls sideways`));
    found.push(...(await overlaps(page)).map((pair) => `${width}: ${pair}`));
  }
  return found;
}

/** The lists that are wider than their place. */
function listsTooWide(page: Page): Promise<string[]> {
  return page.$$eval('.list', (lists) =>
    lists
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((list) => list.querySelector('caption')?.textContent ?? 'a list'),
  );
}

/**
 * The visible texts that overlap, as pairs. Two texts of different elements overlap when their letters do, both are visible,
 * and nothing opaque lies between them: a sticky header, for example, covers what scrolls under it. The whole page has to
 * fit into the window, because elementsFromPoint finds nothing outside it.
 */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number };
    type Piece = Box & { of: Element; text: string };

    /** The area where an element's content is visible: the intersection of the boxes that clip it. */
    const sights = new Map<Element, Box | null>();
    function sightOf(element: Element): Box | null {
      const known = sights.get(element);
      if (known !== undefined) return known;
      const { parentElement } = element;
      const outer = parentElement
        ? sightOf(parentElement)
        : { left: 0, right: window.innerWidth, top: 0, bottom: window.innerHeight };
      const style = getComputedStyle(element);
      const cuts = [style.overflowX, style.overflowY].some((flow) => flow !== 'visible') || style.clipPath !== 'none';
      const own = cuts && outer ? within(outer, element.getBoundingClientRect()) : outer;
      const sight = own && own.right - own.left > 2 && own.bottom - own.top > 2 ? own : null;
      sights.set(element, sight);
      return sight;
    }
    const within = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      right: Math.min(a.right, b.right),
      top: Math.max(a.top, b.top),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const isThere = ({ left, right, top, bottom }: Box) => right - left > 1.5 && bottom - top > 1.5;

    const pieces: Piece[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode as Text;
      const of = node.parentElement!;
      const text = node.data.trim();
      if (!text || !of.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const sight = sightOf(of);
      if (!sight) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        // a line's box is higher than its letters
        const slack = (bottom - top) * 0.2;
        const seen = within({ left, right, top: top + slack, bottom: bottom - slack }, sight);
        if (isThere(seen)) pieces.push({ ...seen, of, text });
      }
    }

    function isOpaque(element: Element): boolean {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return backgroundImage !== 'none' || !/^rgba\(.*, 0(\.\d+)?\)$|^transparent$/.test(backgroundColor);
    }

    /** Whether the element, or an ancestor that doesn't contain `other`, is positioned absolute, fixed or sticky. */
    function floats(element: Element, other: Element): boolean {
      for (let one: Element | null = element; one && !one.contains(other); one = one.parentElement) {
        if (!/^(?:static|relative)$/.test(getComputedStyle(one).position)) return true;
      }
      return false;
    }

    /** Whether at that point one of the two covers the other, or another element covers one of them. */
    function isCovered(a: Element, b: Element, x: number, y: number): boolean {
      for (const element of document.elementsFromPoint(x, y)) {
        const holdsA = element.contains(a);
        const holdsB = element.contains(b);
        if (holdsA && holdsB) return false;
        if (isOpaque(element) && floats(element, holdsA ? b : a)) return true;
      }
      return false;
    }

    const found = new Set<string>();
    pieces.sort((a, b) => a.top - b.top);
    for (const [index, a] of pieces.entries()) {
      for (let next = index + 1; next < pieces.length && pieces[next]!.top < a.bottom; next += 1) {
        const b = pieces[next]!;
        const both = within(a, b);
        if (a.of === b.of || !isThere(both)) continue;
        if (isCovered(a.of, b.of, (both.left + both.right) / 2, (both.top + both.bottom) / 2)) continue;
        found.add(`${a.text.slice(0, 40)} | ${b.text.slice(0, 40)}`);
      }
    }
    return [...found];
  });
}
