/** What Admins are warned of, with the name on the screen (docs/people.md#alarms-of-the-audit). */
export const alarmKinds = {
  guessing: 'Guessing',
  passports: 'Many passport numbers',
  export: 'Large export',
  'new-country': 'New country',
  'chain-broken': 'Chain broken',
  'job-silent': 'Job silent',
  erasure: 'Erasure to confirm',
  unmatched: 'Without an order',
  'shop-not-told': 'Shop not told',
  'page-changed': 'Authority’s page changed',
} as const satisfies Record<string, string>;

export type AlarmKind = keyof typeof alarmKinds;
