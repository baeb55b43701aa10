import { defaultPageSize, type pageSizes } from './limits.js';
import type { MenuGroupName } from './menu.js';
import type { OrderColumn, QueueName } from './order-queues.js';

/** What a member has set for the screens, in every browser (docs/screens.md#settings-of-a-member). */
export type Settings = {
  /** `system`: as the browser prefers. */
  theme: 'system' | 'light' | 'dark';
  /** The height of the rows of lists. */
  rows: 'comfortable' | 'compact';
  /** Whether single letters are keys. */
  keys: boolean;
  /** Whether *Send and complete*, and a move to Awaiting Govt, go on to the next order. */
  goOn: boolean;
  /** Rows per page of the lists. */
  perPage: (typeof pageSizes)[number];
  /** The columns of lists that the member has chosen. */
  columns: Partial<Record<QueueName, OrderColumn[]>>;
  /** The groups of the menu that are open; the others are folded. */
  openGroups: MenuGroupName[];
};

export const defaultSettings: Settings = {
  theme: 'system',
  rows: 'comfortable',
  keys: true,
  goOn: false,
  perPage: defaultPageSize,
  columns: {},
  openGroups: ['waiting'],
};
