/** Why a member skips an order (docs/orders.md#next-order). */
export const skipReasons = ['no answer', 'data missing', 'other'] as const;
export type SkipReason = (typeof skipReasons)[number];
