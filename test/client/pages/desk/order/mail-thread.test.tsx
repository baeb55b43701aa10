import { Entry } from '@/pages/desk/order/mail-thread';
import { expect, test } from '@jest/globals';
import type { ThreadEntry, ThreadFile } from '@shared/inbound';
import { renderToStaticMarkup } from 'react-dom/server';

const empty: ThreadEntry = {
  id: 'in-7',
  direction: 'in',
  mail_id: 7,
  create_ts: '2026-02-28T09:00:05.000Z',
  who: 'ann@example.com',
  subject: 'My flight',
  text: '',
  text_cut: false,
  kind: 'customer',
  state: null,
  note: null,
  not_kept: null,
  unread: false,
  seen_by: null,
  verdicts: null,
  printed: false,
  has_html: false,
  has_raw: true,
  pin: null,
  files: [],
};
const file: ThreadFile = {
  id: 1,
  kind: 'file',
  name: 'a.png',
  content_type: 'image/png',
  size: 1000,
  verdict: null,
  verdict_note: null,
  sent: false,
  erased_at: null,
};

test.each<[string, Partial<ThreadEntry>]>([
  ['a customer’s', {}],
  ['one with blanks alone', { text: ' \n' }],
  ['an automatic one', { kind: 'automatic', note: 'An automatic reply.' }],
])('a mail with nothing but a subject says that it has no text: %s', (_what, more) => {
  expect(renderToStaticMarkup(<Entry entry={{ ...empty, ...more }} />)).toContain('This mail has no text.');
});

test.each<[string, Partial<ThreadEntry>]>([
  ['has words', { text: 'I land on MH5.' }],
  ['has a text that goes on', { text_cut: true }],
  ['has a file', { files: [file] }],
  ['has a file that was not kept', { not_kept: 'film.mp4' }],
  ['is not read yet', { kind: 'unread' }],
  ['could not be read', { kind: 'look', note: 'This mail could not be read.' }],
  ['was erased', { has_raw: false }],
])('no mail says so that %s', (_what, more) => {
  expect(renderToStaticMarkup(<Entry entry={{ ...empty, ...more }} />)).not.toContain('This mail has no text.');
});
