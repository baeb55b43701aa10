import type { LeftOut } from './left-out.js';
import type { TrackedPage } from './tracked-pages.js';

/** Every page and API path by name; screens, tests and controllers use them. */
export const routes = {
  login: '/',
  dashboard: '/admin',
  queue: (path: string) => `/admin/${path}`,
  order: (encodedId: string) => `/admin/view-order/${encodedId}`,
  /**
   * @param list the list that the order is opened from: its address without `/admin/`; may be empty
   * @param row the id of the row in a list where an order may have several
   */
  orderOf: (encodedId: string, list: string, row?: number) =>
    `/admin/view-order/${encodedId}${list && `?list=${encodeURIComponent(withQuery(list, row === undefined ? [] : [`row=${row}`]))}`}`,
  countries: '/admin/country-order',
  countryOrders: '/admin/country-order/orders',
  processed: '/admin/processed-order',
  invoices: '/admin/send-invoice',
  team: '/admin/manage-team',
  member: (id: number) => `/admin/manage-team/${id}`,
  /** The orders whose card is not delivered; the query is the screen's: standing, page, limit. */
  atRisk: '/admin/at-risk',
  withoutCard: '/admin/without-card',
  requests: '/admin/requests',
  /** What came in and fits no single order. */
  unmatched: '/admin/unmatched',
  unmatchedPage: (aside: boolean, page = 1) =>
    withQuery('/admin/unmatched', [...(aside ? ['aside=true'] : []), ...(page > 1 ? [`page=${page}`] : [])]),
  /** The orders with a message of the customer that nobody has read. */
  customerWrote: '/admin/order-history?marked=wrote',
  /** The customers to call; the query is the screen's: page. */
  callSheet: '/admin/call-sheet',
  disputes: '/admin/disputes',
  /** The numbers of disputes; the query is the screen's: fromDate, toDate. */
  disputeReport: '/admin/dispute-report',
  disputeReportRows: '/admin/dispute-report/disputes',
  disputeReportCsv: '/admin/export/dispute-report',
  /** The numbers of each day; the query is the screen's: fromDate, toDate, by. */
  statistics: '/admin/statistics',
  statisticRows: '/admin/statistics/orders',
  statisticsCsv: '/admin/export/statistics',
  policies: '/admin/policies',
  /** How the authority's form is filled by a script. */
  authorityFiller: '/admin/authority-filler',
  /** The same script for a userscript manager, which wants a name with this end. */
  userscript: '/authority-filler.user.js',
  audit: '/admin/audit',
  alarms: '/admin/audit?alarms',
  auditCsv: '/admin/export/audit',
  system: '/admin/system',
  retention: '/admin/retention',
  /** The query is the screen's: state, delivery. */
  shops: '/admin/shops',
  gateway: '/admin/gateway-setting',
  password: '/admin/change-password',
  /** The member's own sessions and second factors. */
  account: '/admin/account',
  forgot: '/forgot-password',
  reset: (token: string) => `/reset-password/${token}`,
  pack: (encodedId: string, type: 1 | 2, leftOut: LeftOut) =>
    withQuery(`/admin/view-order/${encodedId}/defence-pack/${type}`, withoutOf(leftOut)),
  /** The pack that answers a dispute; the server chooses its type. */
  disputePack: (encodedId: string, disputeId: number, leftOut: LeftOut) =>
    withQuery(`/admin/view-order/${encodedId}/defence-pack/1`, [`dispute=${disputeId}`, ...withoutOf(leftOut)]),
  /** @param to the page of the order that the customer goes on to after signing in */
  track: (encodedId = '', to?: TrackedPage) =>
    withQuery(`/track-order/${encodedId}`.replace(/\/$/, ''), to ? [`to=${to}`] : []),
  download: (encodedId: string) => `/get-new-order-details/${encodedId}`,
  /** A picture of the first page of the card. */
  picture: (encodedId: string) => `/get-new-order-details/${encodedId}/picture`,
  /** The day of arrival for a calendar. */
  calendar: (encodedId: string) => `/get-new-order-details/${encodedId}/arrival.ics`,
  /** What the charge is for. */
  charge: (encodedId: string) => `/get-new-order-details/${encodedId}/charge`,
  /** Where a customer writes what is wrong on the card, or that the flight changed. */
  ask: (encodedId: string, kind: 'card' | 'flight') => `/get-new-order-details/${encodedId}/${kind}`,
  /** Where a customer corrects what is missing or wrong (docs/visitors.md#correct-your-details). */
  correct: (encodedId: string) => `/get-new-order-details/${encodedId}/details`,
  /** A text that customers buy under, for everybody. */
  policy: (brand: string, kind: string, version: string) => `/policies/${brand}/${kind}/${encodeURIComponent(version)}`,
  /** A stored version of an order's packs. */
  packVersion: (packId: number) => `/admin/pack-version/${packId}`,
  /** A queue's rows as CSV; the query is the screen's: q, month, sort, dir. */
  export: (queue: string) => `/admin/export/${queue}`,
  /** The event stream of changes (live.ts). */
  live: '/admin/live',
  /** The mail as the customer sees it, for an iframe. */
  emailDocument: (encodedId: string) => `/admin/email-preview/${encodedId}`,
  /** The HTML of a received mail, for an iframe. */
  inboundMail: (mailId: number) => `/admin/inbound-mail/${mailId}`,
  /** The whole text of a received mail. */
  inboundText: (mailId: number) => `/admin/inbound-text/${mailId}`,
  /** A received mail as it came, to be saved. */
  inboundRaw: (mailId: number) => `/admin/inbound-raw/${mailId}`,
  /** A file that came with a received mail. */
  inboundFile: (fileId: number) => `/admin/inbound-file/${fileId}`,
  /** A file that a member added to an order and that is no card. */
  orderFile: (fileId: number) => `/admin/order-file/${fileId}`,
  /** A mail's attachment other than the card, such as an invoice. */
  mailFile: (mailId: number) => `/admin/mail-file/${mailId}`,
  document: (orderId: number, file1: string) => `/uploads/docs/${orderId}/${encodeURIComponent(file1)}`,
  api: {
    login: '/api/admin/admin-login',
    logout: '/api/admin/logout',
    proveFactor: '/api/admin/admin-login/factor',
    passkeyOptions: '/api/admin/admin-login/passkey-options',
    passkeySignIn: '/api/admin/admin-login/passkey',
    factors: '/api/admin/factors',
    beginApp: '/api/admin/factors/app',
    confirmApp: '/api/admin/factors/app/confirm',
    newPasskeyOptions: '/api/admin/factors/passkey-options',
    addPasskey: '/api/admin/factors/passkey',
    removeFactor: '/api/admin/factors/remove',
    recoveryCodes: '/api/admin/factors/recovery-codes',
    sessions: '/api/admin/sessions',
    endSession: '/api/admin/end-session',
    endOtherSessions: '/api/admin/end-other-sessions',
    userInfo: '/api/user_info',
    changePassword: '/api/admin/change-password',
    forgotPassword: '/api/admin/forgot-password',
    resetPassword: '/api/admin/reset-password',
    counts: '/api/admin/get-folder-count',
    list: (queue: string) => `/api/admin/get-orders-list/${queue}`,
    search: '/api/admin/search-order',
    details: (encodedId: string) => `/api/admin/get-orders-details/${encodedId}`,
    assign: '/api/admin/assign-order-status',
    remove: '/api/admin/change-order-status',
    move: '/api/admin/move-order-status',
    moveToRefunds: '/api/admin/move-to-complete-refund',
    markRefunded: '/api/admin/mark-refunded',
    refundFailed: '/api/admin/refund-failed',
    refundedAll: '/api/admin/refunded-all',
    undo: '/api/admin/undo',
    look: '/api/admin/look',
    nextOrder: '/api/admin/next-order',
    skipOrder: '/api/admin/skip-order',
    keepOrder: '/api/admin/keep-order',
    holdsTold: '/api/admin/holds-told',
    findOrders: '/api/admin/find-orders',
    matchingIds: '/api/admin/matching-ids',
    orderFilters: '/api/admin/order-filters',
    savedViews: '/api/admin/saved-views',
    savedView: (id: number) => `/api/admin/saved-views/${id}`,
    deleteView: (id: number) => `/api/admin/saved-views/${id}/delete`,
    viewCounts: '/api/admin/saved-views/counts',
    macros: '/api/admin/macros',
    macro: (id: number) => `/api/admin/macros/${id}`,
    deleteMacro: (id: number) => `/api/admin/macros/${id}/delete`,
    applyMacro: '/api/admin/apply-macro',
    reopen: '/api/admin/reopen-order',
    restore: '/api/admin/restore-order',
    ordersAtRisk: '/api/admin/orders-at-risk',
    ordersWithoutCard: '/api/admin/orders-without-card',
    cardOutcome: '/api/admin/card-outcome',
    openRequests: '/api/admin/open-requests',
    placeUnmatched: (id: number) => `/api/admin/unmatched/${id}/order`,
    setAsideUnmatched: (id: number) => `/api/admin/unmatched/${id}/aside`,
    takeBackUnmatched: (id: number) => `/api/admin/unmatched/${id}/back`,
    handleRequest: '/api/admin/handle-request',
    addRemark: '/api/admin/add-new-remark',
    drafts: '/api/admin/drafts',
    settings: '/api/admin/my-settings',
    amend: '/api/admin/amend-order',
    fillerCode: (encodedId: string) => `/api/admin/orders/${encodedId}/filler-code`,
    authorityAway: '/api/admin/authority-pages/away',
    authorityWorks: '/api/admin/authority-pages/works',
    addOrderFile: (encodedId: string) => `/api/admin/orders/${encodedId}/files`,
    removeOrderFile: (encodedId: string, fileId: number) => `/api/admin/orders/${encodedId}/files/${fileId}/remove`,
    chooseFormRow: '/api/admin/choose-form-row',
    showPassport: '/api/admin/show-passport',
    saveTransaction: '/api/admin/save-transaction-details',
    upload: '/api/admin/upload-visa-document',
    resendMail: '/api/admin/resend-mail',
    resendCards: '/api/admin/resend-cards',
    sendDownloadLink: '/api/admin/send-download-link',
    retryMail: '/api/admin/retry-mail',
    retryJob: '/api/admin/retry-job',
    screenFaults: '/api/admin/screen-faults',
    personData: '/api/admin/person-data',
    personDataZip: (id: number) => `/api/admin/person-data/${id}/personal-data.zip`,
    askErasure: '/api/admin/ask-erasure',
    confirmErasure: '/api/admin/confirm-erasure',
    withdrawErasure: '/api/admin/withdraw-erasure',
    addShop: '/api/admin/shops',
    makeShopKey: '/api/admin/make-shop-key',
    revokeShopKey: '/api/admin/revoke-shop-key',
    addEndpoint: '/api/admin/add-webhook-endpoint',
    renewSecret: '/api/admin/renew-webhook-secret',
    removeEndpoint: '/api/admin/remove-webhook-endpoint',
    sendWebhookAgain: '/api/admin/send-webhook-again',
    sendWebhooksAgain: '/api/admin/send-webhooks-again',
    emailPreview: (encodedId: string) => `/api/admin/email-preview/${encodedId}`,
    sendInvoice: '/api/admin/send-invoice',
    packPdf: '/api/admin/get-defence-pack-pdf',
    packDetails: '/api/admin/defence-pack-details',
    countryOrders: '/api/admin/get-country-order-list',
    processedBy: '/api/admin/get-processed-by-count',
    gateways: '/api/admin/payment-gateways',
    setGateway: '/api/admin/payment-gateway-setting',
    keepStripeAccount: '/api/admin/stripe-accounts',
    disputeReport: '/api/admin/dispute-report',
    disputes: '/api/admin/disputes',
    dispute: (id: number) => `/api/admin/disputes/${id}`,
    disputeEvidence: (id: number) => `/api/admin/disputes/${id}/evidence`,
    disputeEvidenceZip: (id: number) => `/api/admin/disputes/${id}/evidence.zip`,
    stageAnswer: (id: number) => `/api/admin/disputes/${id}/stripe`,
    submitAnswer: (id: number) => `/api/admin/disputes/${id}/stripe/submit`,
    orderPacks: '/api/admin/order-packs',
    orderPacksZip: (id: number) => `/api/admin/order-packs/${id}/packs.zip`,
    disputePacks: '/api/admin/dispute-packs',
    disputePacksZip: (id: number) => `/api/admin/dispute-packs/${id}/packs.zip`,
    moveDispute: (id: number) => `/api/admin/disputes/${id}/state`,
    submitDispute: (id: number) => `/api/admin/disputes/${id}/submitted`,
    policies: '/api/admin/policies',
    teamList: '/api/admin/get-team-member-list',
    teamTypes: '/api/admin/get-team-member-type',
    teamMember: (id: number) => `/api/admin/team-member-info/${id}`,
    addMember: '/api/admin/add-team-member',
    updateMember: '/api/admin/update-team-member',
    deleteMember: '/api/admin/delete-team-member',
    inviteMember: '/api/admin/invite-team-member',
    deactivateMember: '/api/admin/deactivate-team-member',
    reactivateMember: '/api/admin/reactivate-team-member',
    resetFactors: '/api/admin/reset-second-factors',
    requireFactors: '/api/admin/require-second-factors',
    track: '/api/front/track-order',
    downloadHistory: '/api/front/get-download-history',
    download: '/api/front/download-passport-doc-pdf',
    confirmDownload: '/api/front/confirm-download',
    lostNumber: '/api/front/lost-order-number',
    orderRequest: '/api/front/order-request',
    correctOrder: '/api/front/correct-order',
    sendCardAgain: '/api/front/send-card-again',
    intake: '/api/intake/orders',
    intakeOrder: (externalRef: string) => `/api/intake/orders/${encodeURIComponent(externalRef)}`,
    intakeCancelled: (externalRef: string) => `/api/intake/orders/${encodeURIComponent(externalRef)}/cancelled`,
    intakePaid: (externalRef: string) => `/api/intake/orders/${encodeURIComponent(externalRef)}/paid`,
    intakeDisputed: (externalRef: string) => `/api/intake/orders/${encodeURIComponent(externalRef)}/disputed`,
    intakeRefunded: (externalRef: string) => `/api/intake/orders/${encodeURIComponent(externalRef)}/refunded`,
    activeGateway: '/api/intake/active-gateway',
    showPin: '/api/admin/show-pin',
    seeMail: '/api/admin/see-mail',
    askCustomer: '/api/admin/ask-customer',
    sendFoundCard: '/api/admin/send-found-card',
    inboundSendgrid: '/api/webhooks/inbound/sendgrid',
    inboundSes: '/api/webhooks/inbound/ses',
    sesEvents: '/api/webhooks/ses',
    sendgridEvents: '/api/webhooks/sendgrid',
    stripeEvents: '/api/webhooks/stripe',
  },
} as const;

/** A list's path as the address of an order names it: without `/admin/`. */
export function fromAdmin(path: string): string {
  return path.slice(routes.queue('').length);
}

/** A path with more in its query. @param parts such as `page=2` */
export function withQuery(path: string, parts: string[]): string {
  return parts.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${parts.join('&')}` : path;
}

function withoutOf({ leftOut, leftOutMails }: LeftOut): string[] {
  return [
    ...(leftOut.length > 0 ? [`without=${leftOut.join(',')}`] : []),
    ...(leftOutMails.length > 0 ? [`withoutMails=${leftOutMails.join(',')}`] : []),
  ];
}
