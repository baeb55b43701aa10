/** Sizes and timings that both sides must agree on (spec §9, decisions: Limits). */
export const pageSizes = [10, 25, 50, 100, 500] as const;
export const defaultPageSize = 10;
/** The most rows 'All' loads; above it the screen asks to narrow the search (decisions: Staff). */
export const allRowsLimit = 10_000;
/** How many of all rows come at once. */
export const allRowsPortion = 200;
/** How many matches a search counts exactly before it says 'more' (api: Lists). */
export const exactTotalLimit = 10_000;
export const searchDebounceMs = 500;
export const bulkLimit = 500;
/** Of each history of an order, so many of the newest entries are read: whoever has the card can fetch it without end. */
export const historyRows = 500;
/** How long a take, give back, move or deletion can be undone. */
export const undoSeconds = 10;
export const uploadBytes = 10 * 1024 * 1024;
export const remarkLength = 4000;
export const passwordLength = 6;
export const invoiceOrderIdLength = 6;
/** The authority takes a card on the arrival day and the two days before it (decisions: Orders). */
export const submissionWindowDays = 3;
export const visitorIdleMinutes = 30;
export const signedLinkMinutes = 5;
export const resetLinkMinutes = 30;
/** The same mail within this time is taken for a second click (api: Mail limits). */
export const sameMailSeconds = 60;
export const mailsPerAddressPerDay = 10;
