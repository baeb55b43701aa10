import { expect, test } from '@jest/globals';
import { isSameMailbox, mailboxOf } from '../../src/shared/mailbox.js';

test.each([
  ['ann+mdac@gmail.com', 'ann@gmail.com'],
  ['a.n.n@Gmail.com', 'ann@googlemail.com'],
  ['ann.example+x+y@googlemail.com', 'annexample@gmail.com'],
  ['ann+mdac@outlook.com', 'Ann@outlook.com'],
  ['ann+1@hotmail.co.uk', 'ann@hotmail.co.uk'],
  ['ann@me.com', 'ann@icloud.com'],
  ['ann+x@icloud.com', 'ann@mac.com'],
  ['ann.example@ya.ru', 'ann-example@yandex.com'],
  ['ann@yandex.kz', 'ann@yandex.ru'],
  ['ann_e@protonmail.com', 'anne@pm.me'],
  [' ann@example.com ', 'ANN@example.com'],
])('%s and %s are one mailbox', (one, other) => {
  expect(isSameMailbox(one, other)).toBe(true);
});

test.each([
  ['ann@gmail.com', 'anna@gmail.com'],
  ['a.nn@outlook.com', 'ann@outlook.com'],
  ['ann@outlook.com', 'ann@hotmail.com'],
  ['ann@outlook.com', 'ann@outlook.fr'],
  ['ann+mdac@example.com', 'ann@example.com'],
  ['ann.e@icloud.com', 'anne@icloud.com'],
  ['ann@gmail.com.example', 'ann@gmail.com'],
  ['ann@mygmail.com', 'ann@gmail.com'],
  ['+a@gmail.com', '+b@gmail.com'],
  ['ann', 'ann@gmail.com'],
  ['', 'ann@gmail.com'],
])('%s and %s are two', (one, other) => {
  expect(isSameMailbox(one, other)).toBe(false);
});

test('what is no address stays as it is', () => {
  expect(mailboxOf(' Nobody ')).toBe('nobody');
  expect(mailboxOf('@gmail.com')).toBe('@gmail.com');
});
