import { describe, expect, test } from '@jest/globals';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { spelledAddress, spelledId } from '../../src/shared/typed.js';

describe('spelledId', () => {
  const encoded = encodeOrderId(102153);
  test.each([
    '102153',
    '#102153',
    ' # 102 153 ',
    '102,153',
    'Order 102153',
    'ORDER #102153',
    '１０２１５３',
    '١٠٢١٥٣',
    '102153@orders.example',
    '१०२१५३',
    '১০২১৫৩',
    '๑๐๒๑๕๓',
    '102153.',
    '#102153)',
    '"102153"',
    '« 102153 »',
    '\u2066102153\u2069',
    '102153\u200b',
    '№ 102153',
    'Order number: 102153',
    'Order no. 102153',
    'your order id 102153!',
    '102-153',
    'Bestellnummer 102153',
    'Auftrags-Nr. 102153',
    'Numéro de commande : 102153',
    'Commande n° 102153',
    'Número de pedido: 102153',
    'Nº de orden 102153',
    'Nomor pesanan 102153',
    'Номер заказа № 102153',
    '订单号：102153',
    '注文番号 102153',
    '주문 번호: 102153',
    'หมายเลขคำสั่งซื้อ ๑๐๒๑๕๓',
    'رقم الطلب: ١٠٢١٥٣',
    'Mã số đơn hàng 102153',
    encoded,
    encoded.replaceAll('=', ''),
    `#${encoded}`,
    `Order ${encoded}`,
    `Bestellnummer: ${encoded}`,
    `https://desk.example/admin/view-order/${encoded}?list=recent-order%3Fpage%3D3`,
    `https://desk.example/get-new-order-details/${encoded}`,
    `/track-order/${encodeURIComponent(encoded)}#x`,
    'https://desk.example/admin/view-order/102153',
  ])('%s', (text) => expect(spelledId(text)).toBe(102153));

  test.each([
    'Ann Example',
    'X1234567',
    '2 orders, 102153',
    '-102153',
    'K 102153',
    'Nora 102153',
    'Ordering 102153',
    'Ann 102153',
    '2026-11-30',
    '012-345 6789',
    '30.11.2026 12:00',
    '07700 900777 123456',
    'https://desk.example/admin',
    '%',
    '/%E0%A4%A',
  ])('%s is none', (text) => expect(spelledId(text)).toBe(0));
});

describe('spelledAddress', () => {
  test.each([
    'ann@example.com',
    ' Ann@Example.COM ',
    'ann @ example.com',
    'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'ann@example。com',
    'ann@example.com,',
    'ann@example.com.',
    '<ann@example.com>',
    '"Ann Example" <ann@example.com>',
    'Ann Example ann@example.com',
    'Email: (ann@example.com)',
    'mailto:ann@example.com?subject=Card',
    '\u200eann@example.com',
    'ann@example.com\u200b',
    '\ufeffann@example.com',
  ])('%s', (text) => expect(spelledAddress(text)).toBe('ann@example.com'));

  test('of two addresses none is meant, and what is none stays as it is', () => {
    expect(spelledAddress('ann@example.com, bob@example.com')).toBe('ann@example.com,bob@example.com');
    expect(spelledAddress('ann@')).toBe('ann@');
    expect(spelledAddress("o'neill@example.com")).toBe("o'neill@example.com");
  });
});
