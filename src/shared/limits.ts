/** Sizes and times that server and browser share (docs/http-api.md#limits). */

/** The largest id that a row can have: PostgreSQL's largest integer. */
export const largestId = 2_147_483_647;
export const pageSizes = [10, 25, 50, 100, 500] as const;
export const defaultPageSize = 10;
/** The most rows that 'All' loads; with more rows the screen asks to narrow the search (docs/screens.md#screens). */
export const allRowsLimit = 10_000;
/** With 'All', how many rows come per request. */
export const allRowsBatch = 200;
/** How many matches a search counts exactly before the answer says `more` (docs/screens.md#lists-and-search). */
export const exactTotalLimit = 10_000;
/**
 * The trigram index can't find a text of one or two letters or digits. Only this many of the newest orders are searched
 * for it.
 */
export const searchDepth = 50_000;
/** How many views a member may save; how many of everybody's the menu shows. */
export const viewsLimit = 30;
/** How many macros a member may have, and how many there may be for everybody. */
export const macrosLimit = 30;
/** Customers on a page of the call sheet. */
export const callsPerPage = 50;
/** A row of the call sheet stays folded this many minutes after the last remark. */
export const calledMinutes = 60;
/** Looks at an order within so many minutes are one look. */
export const sameLookMinutes = 10;
/** The count of a view is exact up to here. */
export const viewCountLimit = 1_000;
export const searchDebounceMs = 500;
export const searchLength = 200;
export const bulkLimit = 500;
/**
 * How many of the newest entries of each history of an order are read. The histories have no upper bound, because a
 * customer can fetch the card any number of times.
 */
export const historyRows = 500;
/** A hold that *Next order* made ends this many minutes after the last work on the order. */
export const leaseMinutes = 40;
/** A member has at most so many orders by *Next order* that they have not worked on. */
export const idleLeases = 3;
/** The holder is told this many minutes before. */
export const leaseWarningMinutes = 30;
/** An order that a member skipped stays behind the others for this many minutes, for this member. */
export const skipMinutes = 60;
/** From this many hours on, a hold is old: Admins and Managers see it on the dashboard. */
export const oldHoldHours = 8;
/** How many seconds a screen offers to undo a take, give back, move or deletion; they rest under the pointer and the focus. */
export const undoSeconds = 10;
/** How many seconds it can be undone at all. */
export const undoKeptSeconds = 60;
/** A toast of a success stays at least so many seconds, so that it can be read, whatever is said after it. */
export const readSeconds = 5;
/** The largest mail to an application mailbox that is kept with its files, and the largest of which its words are kept. */
export const inboundBytes = 20 * 1024 * 1024;
export const inboundMostBytes = 40 * 1024 * 1024;
/** The longest period of the statistics. */
export const statisticsDays = 400;
/** How many rows a page of what a number of a report counts has. */
export const countedPageSize = 50;
/** The most characters of a question to a customer. */
export const questionLength = 4000;
export const uploadBytes = 10 * 1024 * 1024;
export const auditPageSize = 50;
/** The most rows that a page of the audit has where equal ones are one line, and how many are read at a time. */
export const auditRowsShown = 1_000;
export const auditRowsRead = 250;
/** A member who sees more passport numbers within an hour raises an alarm, and so does a longer export, in rows. */
export const passportsAnHour = 200;
export const exportRows = 1_000;
/** How many failed jobs and failed mails the operator's page shows, and the mails of how many days. */
export const failedJobsShown = 50;
export const failedMailsShown = 50;
export const failedMailDays = 7;
/** How many parts of screens that could not be shown the operator's page names, and of how many days. */
export const screenFaultsShown = 20;
export const screenFaultDays = 7;
export const remarkLength = 4000;
/** The most characters a draft may have, as JSON. */
export const draftLength = 20_000;
/** A draft is deleted this many days after its last change. */
export const draftDays = 30;
export const passwordLength = 6;
export const invoiceOrderIdLength = 6;
export const visitorIdleMinutes = 30;
export const signedLinkMinutes = 5;
export const resetLinkMinutes = 30;
export const invitationDays = 7;
/** How long a proof of the second factor is fresh. */
export const freshFactorMinutes = 10;
/** How long a passkey may take to sign. */
export const challengeMinutes = 5;
/** Passwords among this many of the commonest are refused. */
export const commonPasswords = 3_000;
/** The same mail within this many seconds counts as a double click (docs/mail.md#mail). */
export const sameMailSeconds = 60;
export const mailsPerAddressPerDay = 10;
/** The most characters of a customer's request. */
export const requestLength = 2000;
export const requestsPerDay = 20;
/** Open requests of customers on a page of their list. */
export const waitingRequestsPerPage = 50;
/** What has no order, on a page of its list. */
export const unmatchedPerPage = 25;
/** A page that is loaded again within this many seconds counts as the same look at it (docs/visitors.md#requests). */
export const sameViewSeconds = 60;
/** How many payment gateways there can be, each with its account at Stripe. */
export const mostGateways = 20;
/** The most characters that a gateway takes of a text of evidence, and of all of them together (docs/disputes.md#evidence-for-stripe). */
export const evidenceFieldLength = 20_000;
export const evidenceLength = 150_000;
/** How many shops and deliveries a page of their screen has, how many tries of a delivery, and up to where waiting ones are counted. */
export const shopsShown = 50;
export const deliveriesShown = 50;
export const triesShown = 20;
export const waitingShown = 1_000;
/** For how many hours the earlier secret of an endpoint keeps working after a new one was made. */
export const earlierSecretHours = 24;
/** A revoked key stays on the screen for this many days. */
export const revokedKeyDays = 30;
/** For how many hours the copy of a person's data is kept, and how many copies of a member are shown. */
export const personCopyHours = 24;
export const personCopiesShown = 20;
/** For how many minutes a code to fill the authority's form is good, and after the filling the one that says what the form answered. */
export const fillingMinutes = 10;
export const answerMinutes = 120;
