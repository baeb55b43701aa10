import { exportPath, listPath, type ListState } from '@/pages/orders/queue/list-path';
import { describe, expect, test } from '@jest/globals';
import { defaultPageSize } from '@shared/limits';

const asAlways: ListState = {
  page: 1,
  limit: defaultPageSize,
  sort: 'create_ts',
  dir: 'desc',
  search: '',
  month: null,
  filters: {},
  chosenColumns: null,
};

describe('the address of a list', () => {
  test('is the queue’s own when it is shown as always', () => {
    expect(listPath('awaitingGovtOrder', asAlways)).toBe('/admin/awaiting-govt');
    expect(listPath('newOrder', { ...asAlways, sort: 'doa', dir: 'asc' })).toBe('/admin/recent-order');
    expect(listPath('futureOrder', { ...asAlways, month: '2026-03' })).toBe('/admin/future-order/2026-03');
  });

  test.each<[Partial<ListState>, string]>([
    [{ page: 2 }, '?page=2'],
    [{ limit: 500 }, '?limit=500'],
    [{ sort: 'doa' }, '?sort=doa'],
    [{ dir: 'asc' }, '?dir=asc'],
    [{ search: 'ann' }, '?q=ann'],
    [{ search: 'a&b=c #1 %é' }, '?q=a%26b%3Dc+%231+%25%C3%A9'],
    [{ filters: { holder: 'nobody', arrivalFrom: '2026-03-01' } }, '?holder=nobody&arrivalFrom=2026-03-01'],
    [{ page: 3, limit: 25, sort: 'full_name', dir: 'asc', search: 'x' }, '?q=x&limit=25&sort=full_name&dir=asc&page=3'],
  ])('holds what is otherwise: %j', (change, query) => {
    expect(listPath('allOrder', { ...asAlways, ...change })).toBe(`/admin/order-history${query}`);
    expect(listPath('futureOrder', { ...asAlways, month: '2026-12', ...change })).toBe(
      `/admin/future-order/2026-12${query}`,
    );
  });

  test.each<[Partial<ListState>, string]>([
    [{ dir: 'desc' }, '?dir=desc'],
    [{ sort: 'create_ts', dir: 'desc' }, '?sort=create_ts'],
    [{ sort: 'create_ts' }, '?sort=create_ts&dir=asc'],
  ])('holds what is otherwise than the nearest arrival first: %j', (change, query) => {
    const nearestFirst: ListState = { ...asAlways, sort: 'doa', dir: 'asc' };
    expect(listPath('newOrder', { ...nearestFirst, ...change })).toBe(`/admin/recent-order${query}`);
  });
});

test('the CSV of a list has its search, month and order, and no page', () => {
  expect(exportPath('newOrder', { ...asAlways, page: 7, limit: 25 } as ListState)).toBe(
    '/admin/export/newOrder?sort=create_ts&dir=desc',
  );
  expect(
    exportPath('futureOrder', {
      sort: 'processing_date',
      dir: 'asc',
      search: '50% off',
      month: '2026-03',
      filters: { nationality: 'GBR' },
      chosenColumns: 'order_id,doa',
    }),
  ).toBe(
    '/admin/export/futureOrder?sort=processing_date&dir=asc&q=50%25+off&month=2026-03&columns=order_id%2Cdoa&nationality=GBR',
  );
});
