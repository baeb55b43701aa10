type KeyRow = {
  /** As `keyOf` spells a pressed key; any of them. */
  keys: readonly string[];
  says: string;
  where: 'everywhere' | 'list' | 'order';
  /** Works in a field too, and when the member has switched single letters off. */
  always?: true;
};

/** The keys of the staff's screens (docs/screens.md#keys). A screen says what a key does there: `useKeys`. */
const keyTable = {
  find: { keys: ['Control+k'], says: 'Find orders, screens and actions', where: 'everywhere', always: true },
  search: { keys: ['/'], says: 'Find orders, screens and actions', where: 'everywhere' },
  next: { keys: ['n'], says: 'Next order', where: 'everywhere' },
  help: { keys: ['?'], says: 'All keys', where: 'everywhere' },
  down: { keys: ['j'], says: 'Next row', where: 'list' },
  up: { keys: ['k'], says: 'Row before', where: 'list' },
  open: { keys: ['Enter', 'o'], says: 'Open the order of the row', where: 'list' },
  tick: { keys: ['x'], says: 'Tick the row', where: 'list' },
  tickRange: { keys: ['Shift+X'], says: 'Tick all rows from the last ticked one', where: 'list' },
  takeRow: { keys: ['a'], says: 'Take the order of the row, or the ticked ones', where: 'list' },
  moveRow: { keys: ['m'], says: 'Move the order of the row, or the ticked ones: then a letter', where: 'list' },
  outcome: { keys: ['1', '2', '3', '4', '5'], says: 'Call sheet: how the call ended', where: 'list' },
  call: { keys: ['t'], says: 'Call sheet: telephone', where: 'list' },
  whatsapp: { keys: ['w'], says: 'Call sheet: WhatsApp', where: 'list' },
  leave: { keys: ['Escape'], says: 'Untick all', where: 'list' },
  hold: { keys: ['a'], says: 'Take the order, or give it back', where: 'order' },
  move: { keys: ['m'], says: 'Move the order: then a letter', where: 'order' },
  submitted: { keys: ['g'], says: 'The form was submitted: move the order to Awaiting Govt', where: 'order' },
  remark: { keys: ['r'], says: 'Write a remark', where: 'order' },
  macro: { keys: ['c'], says: 'Apply a macro: then its number', where: 'order' },
  upload: { keys: ['u'], says: 'Choose the card', where: 'order' },
  send: { keys: ['Control+Enter'], says: 'Send the form, or the card', where: 'order', always: true },
  skip: { keys: ['s'], says: 'Skip the order', where: 'order' },
  previous: { keys: ['['], says: 'Order before, of the list', where: 'order' },
  following: { keys: [']'], says: 'Order after, of the list', where: 'order' },
} as const satisfies Record<string, KeyRow>;

export type KeyName = keyof typeof keyTable;

export const keyRows: Readonly<Record<KeyName, KeyRow>> = keyTable;
export const keyNames = Object.keys(keyTable) as KeyName[];

/** The value of `aria-keyshortcuts` for a key. */
export function ariaKeys(name: KeyName): string {
  return keyRows[name].keys
    .map((key) => key.replace(/\+(\w)$/, (_, letter: string) => `+${letter.toUpperCase()}`))
    .join(' ');
}
