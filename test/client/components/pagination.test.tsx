import { Pagination, pageNumbers } from '@/components/pagination';
import { describe, expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';

const words = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((number) => number ?? '…')
    .join(' ');

describe('the pages to choose from', () => {
  test.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [1, 3, '1 2 3'],
    [1, 20, '1 2 … 20'],
    [2, 20, '1 2 3 … 20'],
    [3, 20, '1 2 3 4 … 20'],
    [4, 20, '1 2 3 4 5 … 20'],
    [5, 20, '1 … 4 5 6 … 20'],
    [7, 20, '1 … 6 7 8 … 20'],
    [17, 20, '1 … 16 17 18 19 20'],
    [20, 20, '1 … 19 20'],
  ])('on page %i of %i are %s', (page, pages, shown) => {
    expect(words(page, pages)).toBe(shown);
  });

  test('dots never stand for a single page, and no page comes twice', () => {
    for (let pages = 1; pages <= 30; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const shown = pageNumbers(page, pages);
        const numbers = shown.filter((number) => number !== undefined);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]));
        shown.forEach((number, index) => {
          if (number === undefined) expect(shown[index + 1]! - shown[index - 1]!).toBeGreaterThan(2);
        });
      }
    }
  });
});

describe('the pagination', () => {
  const href = (page: number) => `/list?page=${page}`;

  test('has nothing to choose with one page or none', () => {
    expect(renderToStaticMarkup(<Pagination page={1} pages={1} href={href} />)).toBe('');
    expect(renderToStaticMarkup(<Pagination page={1} pages={0} href={href} />)).toBe('');
  });

  test('leads to the pages, not beyond the first and the last, and says where one is', () => {
    const links = (page: number) =>
      [...renderToStaticMarkup(<Pagination page={page} pages={3} href={href} />).matchAll(/<a [^>]*>/g)].map(
        ([link]) => [
          /aria-label="([^"]+)"/.exec(link)![1],
          /href="([^"]+)"/.exec(link)![1],
          link.includes('aria-current="page"'),
        ],
      );
    expect(links(1)).toEqual([
      ['Page 1', '/list?page=1', true],
      ['Page 2', '/list?page=2', false],
      ['Page 3', '/list?page=3', false],
      ['Next page', '/list?page=2', false],
    ]);
    expect(links(3)[0]).toEqual(['Previous page', '/list?page=2', false]);
    expect(links(3)).toHaveLength(4);
  });
});
