/** What a member has set for the screens, in every browser (docs/product.md#settings-of-a-member). */
export type Settings = {
  /** `system`: as the browser prefers. */
  theme: 'system' | 'light' | 'dark';
  /** The height of the rows of lists. */
  rows: 'comfortable' | 'compact';
  /** Whether single letters are keys. */
  keys: boolean;
  /** Whether *Send and complete* goes on to the next order. */
  goOn: boolean;
};

export const defaultSettings: Settings = { theme: 'system', rows: 'comfortable', keys: true, goOn: false };
