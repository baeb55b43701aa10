import { areKeysHeld, fieldIsGone, watchHands } from '@/hooks/hands';
import { beforeAll, expect, test } from '@jest/globals';

class Element {
  isContentEditable = false;
  constructor(readonly name: string) {}
  matches(selector: string): boolean {
    return selector.includes(this.name);
  }
}
class TextArea extends Element {}

const page = new EventTarget();
let clock = performance.now();

beforeAll(() => {
  const globals = { window: page, document: new EventTarget(), HTMLElement: Element, HTMLTextAreaElement: TextArea };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  watchHands();
});

const field = new TextArea('textarea');
const line = new Element('input');
const list = new Element('table');

function presses(target: Element, key: string, more: object = {}): void {
  clock = Math.max(clock, performance.now()) + 5_000;
  const event = Object.assign(new Event('keydown'), {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  Object.defineProperties(event, { target: { value: target }, timeStamp: { value: clock } });
  page.dispatchEvent(event);
}

test.each([
  ['a letter', field, 'm', {}],
  ['a letter of AltGr', field, '@', { ctrlKey: true, altKey: true }],
  ['the key of a capital', line, 'Shift', {}],
  ['a word that an input method composes', line, 'Process', {}],
  ['a new line', field, 'Enter', {}],
])('letters rest when a field disappears after %s', (_, target, key, more) => {
  presses(target, key, more);
  expect(areKeysHeld()).toBe(false);
  fieldIsGone();
  expect(areKeysHeld()).toBe(true);
  presses(list, 'j');
  expect(areKeysHeld()).toBe(false);
});

test.each([
  ['sends it by Enter', line, 'Enter', {}],
  ['sends it by Ctrl Enter', field, 'Enter', { ctrlKey: true }],
  ['leaves it by Esc', field, 'Escape', {}],
  ['leaves it by Tab', field, 'Tab', {}],
  ['goes back', field, 'ArrowLeft', { altKey: true }],
  ['presses a key elsewhere', list, 'm', {}],
])('letters go on when a field disappears because the member %s', (_, target, key, more) => {
  presses(field, 'm');
  presses(target, key, more);
  fieldIsGone();
  expect(areKeysHeld()).toBe(false);
});

test('a click after the letter ends the typing', () => {
  presses(field, 'm');
  page.dispatchEvent(new Event('click'));
  fieldIsGone();
  expect(areKeysHeld()).toBe(false);
});
