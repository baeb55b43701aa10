import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { delivered, track } from '../documents/cards.js';
import { intakeKey, password, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { sampleOf } from '../support/sample.js';
import { routesOf } from './routes.js';

/** All callers. A visitor's session belongs to another order than the tested one, except that of `its visitor`. */
const staff = ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const;
const outside = ['nobody', 'other visitor', 'its visitor', 'spent visitor', 'spent session', 'deleted member'] as const;
const everybody = [...staff, ...outside];
type Who = (typeof everybody)[number];

/** The request: its path, its body, and whether it uses up a session that is made for it alone. */
type Ask = { path?: string; body?: unknown; alone?: true };
/** The request, and the expected answer for each caller: an HTTP code, or the target of a redirect. */
type Row = [Ask, (who: Who) => number | string];

const all = staff;
const leads = ['Admin', 'Manager'] as const;
const notTelecaller = staff.filter((role) => role !== 'Telecaller');
const isStaff = (who: Who) => (staff as readonly Who[]).includes(who);

/** A call for these roles, answered with this code: 403 to the other members, 401 to callers who are not members. */
function call(roles: readonly Who[], code: number, ask: Ask = {}): Row {
  return [ask, (who) => (roles.includes(who) ? code : isStaff(who) ? 403 : 401)];
}

/** A screen for these roles: other members get the 403 page; callers who are not members are redirected to the sign-in. */
function screen(roles: readonly Who[], path?: string, code: number | string = 200): Row {
  return [{ path }, (who) => (roles.includes(who) ? code : isStaff(who) ? 403 : '/')];
}

/** The same answer for every caller. */
function open(code: number | string, ask: Ask = {}): Row {
  return [ask, () => code];
}

/** Only for the visitor of the order. */
function visitors(ask: Ask): Row {
  return [ask, (who) => (who === 'its visitor' ? 200 : 401)];
}

let app: TestApp;
/** The order that the requests name. */
let order: Awaited<ReturnType<typeof delivered>>;
let tokens: Record<Who, string | undefined>;

/**
 * Every route of the product and who may use it, written independently of the product's own tables (docs/people.md#roles).
 * An empty body shows who is authorised: an authorised caller gets 422 for its input.
 */
const table = (): Record<string, Row[]> => ({
  // Auth and account
  'POST /api/admin/admin-login': [open(422)],
  'POST /api/admin/admin-login/factor': [call(all, 422)],
  'POST /api/admin/admin-login/passkey': [open(422)],
  'POST /api/admin/admin-login/passkey-options': [open(200)],
  'GET /api/admin/factors': [call(all, 200)],
  'POST /api/admin/factors/app': [call(all, 200)],
  'POST /api/admin/factors/app/confirm': [call(all, 422)],
  'POST /api/admin/factors/passkey-options': [call(all, 200)],
  'POST /api/admin/factors/passkey': [call(all, 422)],
  'POST /api/admin/factors/remove': [call(all, 422)],
  'POST /api/admin/factors/recovery-codes': [call(all, 409)],
  'GET /api/admin/sessions': [call(all, 200)],
  'POST /api/admin/end-session': [call(all, 422)],
  // It would end the sessions that the other rows use: test/auth/own-sessions.test.ts.
  'POST /api/admin/end-other-sessions': [],
  'GET /api/user_info': [call(all, 200)],
  'POST /api/admin/change-password': [call(all, 422)],
  'POST /api/admin/logout': [call(all, 200, { alone: true })],
  'POST /api/admin/forgot-password': [open(422)],
  'POST /api/admin/reset-password': [open(422)],
  'PUT /api/admin/my-settings': [call(all, 422, { body: { theme: 'loud' } })],
  'PUT /api/admin/drafts': [call(all, 422)],
  'DELETE /api/admin/drafts': [call(all, 422)],

  // Lists and one order
  'GET /api/admin/get-folder-count': [call(all, 200)],
  'GET /api/admin/get-orders-list/:queue': [
    ...queueNames.map((name) => call(all, 200, { path: `/api/admin/get-orders-list/${name}` })),
    call(notTelecaller, 200, { path: '/api/admin/get-orders-list/allOrder' }),
    call(all, 404, { path: '/api/admin/get-orders-list/oldOrder' }),
  ],
  'POST /api/admin/search-order': [
    ...queueNames.map((folderName) => call(all, 200, { body: { folderName } })),
    call(notTelecaller, 200, { body: { folderName: 'allOrder' } }),
    call(all, 422),
  ],
  'GET /api/admin/order-filters': [call(all, 200)],
  'GET /api/admin/saved-views': [call(all, 200)],
  'GET /api/admin/saved-views/counts': [call(all, 200)],
  'POST /api/admin/saved-views': [call(all, 422)],
  'PUT /api/admin/saved-views/:id': [call(all, 422, { path: '/api/admin/saved-views/1' })],
  'PUT /api/admin/saved-views/:id/delete': [call(all, 404, { path: '/api/admin/saved-views/999999/delete' })],
  'GET /api/admin/macros': [call(all, 200)],
  'POST /api/admin/macros': [call(all, 422)],
  'PUT /api/admin/macros/:id': [call(all, 422, { path: '/api/admin/macros/1' })],
  'PUT /api/admin/macros/:id/delete': [call(all, 404, { path: '/api/admin/macros/999999/delete' })],
  'POST /api/admin/apply-macro': [call(all, 422)],
  'POST /api/admin/look': [call(all, 422)],
  'POST /api/admin/find-orders': [call(all, 422)],
  'POST /api/admin/matching-ids': [
    ...queueNames.map((folderName) => call(all, 200, { body: { folderName } })),
    call(notTelecaller, 200, { body: { folderName: 'allOrder' } }),
  ],
  'GET /api/admin/get-orders-details/:orderId': [call(all, 200, { path: `/api/admin/get-orders-details/${order.id}` })],

  // Order actions
  'PUT /api/admin/assign-order-status': [call(all, 422)],
  'PUT /api/admin/change-order-status': [call(leads, 422)],
  'PUT /api/admin/move-order-status': [
    call(all, 422),
    call(leads, 404, { body: { orderId: 2_000_000_000, updatingStatus: 'Deleted' } }),
  ],
  'PUT /api/admin/move-to-complete-refund': [call(all, 422)],
  'POST /api/admin/next-order': [call(all, 200)],
  'PUT /api/admin/skip-order': [call(all, 422)],
  'PUT /api/admin/keep-order': [call(all, 422)],
  'PUT /api/admin/holds-told': [call(all, 422)],
  'PUT /api/admin/mark-refunded': [call(all, 422)],
  'PUT /api/admin/refund-failed': [call(all, 422)],
  'PUT /api/admin/refunded-all': [call(all, 422)],
  'PUT /api/admin/undo': [call(all, 422)],
  'POST /api/admin/show-pin': [call(all, 422), call(all, 404, { body: { mailId: 2_000_000_000 } })],
  'PUT /api/admin/see-mail': [call(all, 422), call(all, 404, { body: { mailId: 2_000_000_000 } })],
  'POST /api/admin/ask-customer': [call(all, 422)],
  'POST /api/admin/send-found-card': [call(all, 422)],
  'GET /api/admin/orders-at-risk': [call(all, 200)],
  'GET /api/admin/orders-without-card': [call(all, 200)],
  'PUT /api/admin/card-outcome': [call(all, 422)],
  'GET /api/admin/unmatched': [call(leads, 200)],
  'POST /api/admin/unmatched/:id/order': [call(leads, 422, { path: '/api/admin/unmatched/1/order' })],
  'POST /api/admin/unmatched/:id/aside': [call(leads, 422, { path: '/api/admin/unmatched/1/aside' })],
  'POST /api/admin/unmatched/:id/back': [call(leads, 404, { path: '/api/admin/unmatched/999999/back' })],
  'GET /api/admin/open-requests': [call(all, 200)],
  'PUT /api/admin/handle-request': [call(all, 422), call(all, 404, { body: { requestId: 2_000_000_000 } })],
  'PUT /api/admin/reopen-order': [call(leads, 422)],
  'PUT /api/admin/amend-order': [call(all, 422)],
  'PUT /api/admin/choose-form-row': [call(all, 422)],
  'POST /api/admin/orders/:orderId/files': [
    call(all, 422, { path: `/api/admin/orders/${order.encoded}/files`, body: new FormData() }),
  ],
  'POST /api/admin/orders/:orderId/files/:fileId/remove': [
    call(all, 404, { path: `/api/admin/orders/${order.encoded}/files/2000000000/remove` }),
  ],
  'POST /api/admin/orders/:orderId/filler-code': [
    call(notTelecaller, 404, { path: '/api/admin/orders/x/filler-code' }),
  ],
  'GET /api/filler/:code': [open(404, { path: '/api/filler/x' })],
  'POST /api/filler/:code/result': [open(422, { path: '/api/filler/x/result' })],
  'POST /api/filler/:code/run': [open(422, { path: '/api/filler/x/run' })],
  'OPTIONS /api/filler/:code/run': [open(200, { path: '/api/filler/x/run' })],
  'POST /api/admin/authority-pages/away': [call(notTelecaller, 422)],
  'POST /api/admin/authority-pages/works': [call(['Admin'], 422)],
  'POST /api/filler/:code/slip': [open(404, { path: '/api/filler/x/slip' })],
  'OPTIONS /api/filler/:code/result': [open(200, { path: '/api/filler/x/result' })],
  'POST /api/admin/show-passport': [call(all, 422)],
  'PUT /api/admin/restore-order': [call(leads, 422)],
  'POST /api/admin/resend-mail': [call(all, 422)],
  'POST /api/admin/resend-cards': [call(all, 422)],
  'POST /api/admin/send-download-link': [call(all, 422)],
  'POST /api/admin/retry-mail': [call(all, 422)],
  'POST /api/admin/retry-job': [call(['Admin'], 422)],
  'POST /api/admin/screen-faults': [call(all, 422)],
  'POST /api/admin/shops': [call(['Admin'], 422)],
  'POST /api/admin/person-data': [call(['Admin'], 422)],
  'GET /api/admin/person-data/:id': [call(['Admin'], 404, { path: '/api/admin/person-data/999999' })],
  'GET /api/admin/person-data/:id/personal-data.zip': [
    call(['Admin'], 404, { path: '/api/admin/person-data/999999/personal-data.zip' }),
  ],
  'POST /api/admin/ask-erasure': [call(['Admin'], 422)],
  'POST /api/admin/confirm-erasure': [call(['Admin'], 422)],
  'POST /api/admin/withdraw-erasure': [call(['Admin'], 422)],
  'POST /api/admin/make-shop-key': [call(['Admin'], 422)],
  'POST /api/admin/revoke-shop-key': [call(['Admin'], 422)],
  'POST /api/admin/add-webhook-endpoint': [call(['Admin'], 422)],
  'POST /api/admin/renew-webhook-secret': [call(['Admin'], 422)],
  'POST /api/admin/remove-webhook-endpoint': [call(['Admin'], 422)],
  'POST /api/admin/send-webhook-again': [call(['Admin'], 422)],
  'POST /api/admin/send-webhooks-again': [call(['Admin'], 422)],
  'GET /api/admin/email-preview/:orderId': [call(all, 200, { path: `/api/admin/email-preview/${order.encoded}` })],
  'POST /api/admin/upload-visa-document': [call(all, 422, { body: new FormData() })],
  'POST /api/admin/send-invoice': [call(all, 422)],
  'POST /api/admin/add-new-remark': [call(all, 422)],
  'POST /api/admin/save-transaction-details': [call(all, 422)],

  // Reports and defence packs
  'POST /api/admin/get-defence-pack-pdf': [call(all, 422)],
  'POST /api/admin/defence-pack-details': [call(all, 200, { body: { orderId: order.id } })],
  'POST /api/admin/get-country-order-list': [call(all, 200)],
  'POST /api/admin/get-processed-by-count': [call(leads, 200)],

  // Gateways and team
  'GET /api/admin/policies': [call(['Admin'], 200)],
  'POST /api/admin/policies': [call(['Admin'], 422)],
  'GET /api/admin/disputes': [call(leads, 200)],
  'GET /api/admin/disputes/:id': [call(leads, 404, { path: '/api/admin/disputes/999999' })],
  'GET /api/admin/disputes/:id/evidence': [call(leads, 404, { path: '/api/admin/disputes/999999/evidence' })],
  'GET /api/admin/disputes/:id/evidence.zip': [call(leads, 404, { path: '/api/admin/disputes/999999/evidence.zip' })],
  'GET /api/admin/disputes/:id/stripe': [call(leads, 404, { path: '/api/admin/disputes/999999/stripe' })],
  'POST /api/admin/disputes/:id/stripe': [call(leads, 422, { path: '/api/admin/disputes/1/stripe' })],
  'POST /api/admin/disputes/:id/stripe/submit': [call(leads, 422, { path: '/api/admin/disputes/1/stripe/submit' })],
  'POST /api/admin/order-packs': [call(all, 422)],
  'GET /api/admin/order-packs/:id': [call(all, 404, { path: '/api/admin/order-packs/999999' })],
  'GET /api/admin/order-packs/:id/packs.zip': [call(all, 404, { path: '/api/admin/order-packs/999999/packs.zip' })],
  'POST /api/admin/dispute-packs': [call(leads, 422)],
  'GET /api/admin/dispute-packs/:id': [call(leads, 404, { path: '/api/admin/dispute-packs/999999' })],
  'GET /api/admin/dispute-packs/:id/packs.zip': [
    call(leads, 404, { path: '/api/admin/dispute-packs/999999/packs.zip' }),
  ],
  'POST /api/admin/disputes': [call(leads, 422)],
  'PUT /api/admin/disputes/:id': [call(leads, 422, { path: '/api/admin/disputes/1' })],
  'PUT /api/admin/disputes/:id/state': [call(leads, 422, { path: '/api/admin/disputes/1/state' })],
  'PUT /api/admin/disputes/:id/submitted': [call(leads, 422, { path: '/api/admin/disputes/1/submitted' })],
  'GET /api/admin/payment-gateways': [call(all, 200)],
  'POST /api/admin/payment-gateway-setting': [call(leads, 422)],
  'POST /api/admin/stripe-accounts': [call(['Admin'], 422)],
  'GET /api/admin/get-team-member-list': [call(leads, 200)],
  'GET /api/admin/get-team-member-type': [call(leads, 200)],
  'GET /api/admin/team-member-info/:id': [call(leads, 200, { path: '/api/admin/team-member-info/1' })],
  'POST /api/admin/add-team-member': [
    call(leads, 422),
    call(['Admin'], 409, { body: { name: 'x', email: 'admin@demo.test', password: 'secret-of-x', type: 'Admin' } }),
  ],
  'POST /api/admin/update-team-member': [call(leads, 422)],
  'PUT /api/admin/delete-team-member': [call(leads, 422)],
  'POST /api/admin/invite-team-member': [call(leads, 422)],
  'POST /api/admin/deactivate-team-member': [call(leads, 422)],
  'POST /api/admin/reactivate-team-member': [call(leads, 422)],
  'POST /api/admin/reset-second-factors': [call(leads, 422)],
  'POST /api/admin/require-second-factors': [call(['Admin'], 422)],

  // Visitors
  'POST /api/front/track-order': [open(422)],
  'POST /api/front/lost-order-number': [open(422)],
  'POST /api/front/get-download-history': [visitors({ body: { orderId: order.id } })],
  'POST /api/front/download-passport-doc-pdf': [
    visitors({ body: { orderId: order.id, customername: 'customer', file1: order.file1 } }),
  ],
  'POST /api/front/confirm-download': [
    [
      { body: { orderId: order.id, file1: order.file1, bytes: 1, sha256: '0'.repeat(64) } },
      (who) => (who === 'its visitor' ? 404 : 401),
    ],
  ],
  'POST /api/front/send-card-again': [visitors({ body: { orderId: order.id } })],
  'POST /api/front/order-request': [visitors({ body: { orderId: order.id, kind: 'flight', text: 'MH 2' } })],
  // the order of this file has a card, and so nothing to correct
  'POST /api/front/correct-order': [
    [{ body: { orderId: order.id, version: 0 } }, (who) => (who === 'its visitor' ? 409 : 401)],
  ],
  'GET /uploads/docs/:orderId/:file1': [
    [{ path: order.path }, (who) => (isStaff(who) || who === 'its visitor' ? 200 : 401)],
    [{ path: `/uploads/docs/${order.id}/none.pdf` }, (who) => (isStaff(who) || who === 'its visitor' ? 404 : 401)],
    [{ path: '/uploads/docs/2000000000/none.pdf' }, (who) => (isStaff(who) ? 404 : 401)],
  ],

  // Incoming orders and the providers' events: sessions are not accepted here
  'POST /api/intake/orders': [open(401)],
  'POST /api/intake/orders/:externalRef/paid': [open(401, { path: '/api/intake/orders/x/paid' })],
  'GET /api/intake/orders/:externalRef': [open(401, { path: '/api/intake/orders/x' })],
  'POST /api/intake/orders/:externalRef/cancelled': [open(401, { path: '/api/intake/orders/x/cancelled' })],
  'POST /api/intake/orders/:externalRef/disputed': [open(401, { path: '/api/intake/orders/x/disputed' })],
  'POST /api/intake/orders/:externalRef/refunded': [open(401, { path: '/api/intake/orders/x/refunded' })],
  'POST /api/intake/orders/:externalRef/refund-failed': [open(401, { path: '/api/intake/orders/x/refund-failed' })],
  'GET /api/intake/active-gateway': [open(401)],
  'POST /api/webhooks/ses': [open(401)],
  'POST /api/webhooks/sendgrid': [open(401)],
  'POST /api/webhooks/stripe': [open(401)],
  'POST /api/webhooks/inbound/sendgrid': [open(401)],
  'POST /api/webhooks/inbound/ses': [open(401)],

  // The API's description
  'GET /api/docs': [open(200)],
  'GET /api/docs.json': [open(200)],
  'GET /api/docs.css': [open(200)],

  // Screens
  'GET /': [[{}, (who) => (isStaff(who) ? '/admin' : 200)]],
  'GET /forgot-password': [open(200)],
  'GET /reset-password/:token': [open('/forgot-password', { path: '/reset-password/x' })],
  'GET /admin': [screen(all)],
  'GET /admin/:queue': [
    ...queuePaths.map((path) => screen(all, `/admin/${path}`)),
    screen(notTelecaller, '/admin/order-history'),
    screen(all, '/admin/no-such-page', 404),
  ],
  'GET /admin/future-order': [screen(all)],
  'GET /admin/future-order/:month': [screen(all, '/admin/future-order/2030-01')],
  'GET /admin/country-order': [screen(all)],
  'GET /admin/country-order/orders': [screen(notTelecaller, '/admin/country-order/orders?country=FRA')],
  'GET /admin/processed-order': [screen(leads)],
  'GET /admin/dispute-report': [screen(leads)],
  'GET /admin/dispute-report/disputes': [screen(leads)],
  'GET /admin/export/dispute-report': [screen(leads)],
  'GET /api/admin/dispute-report': [call(leads, 200), call(leads, 422, { path: '/api/admin/dispute-report?toDate=x' })],
  'GET /admin/statistics': [screen(leads)],
  'GET /admin/statistics/orders': [screen(leads)],
  'GET /admin/export/statistics': [screen(leads)],
  'GET /admin/send-invoice': [screen(all)],
  'GET /admin/gateway-setting': [screen(all)],
  'GET /admin/change-password': [screen(all)],
  'GET /admin/account': [screen(all)],
  'GET /admin/manage-team': [screen(leads)],
  'GET /admin/manage-team/:id': [screen(leads, '/admin/manage-team/1')],
  'GET /admin/view-order/:orderId': [screen(all, `/admin/view-order/${order.encoded}`)],
  'GET /admin/view-order/:orderId/defence-pack/:type': [
    screen(all, `/admin/view-order/${order.encoded}/defence-pack/1`),
    screen(all, `/admin/view-order/${order.encoded}/defence-pack/3`, 404),
  ],
  'GET /admin/email-preview/:orderId': [screen(all, `/admin/email-preview/${order.encoded}`)],
  'GET /admin/mail-file/:mailId': [
    screen(all, `/admin/mail-file/${order.mailId}`),
    screen(all, '/admin/mail-file/0', 404),
  ],
  'GET /admin/export/:queue': [
    ...queueNames.map((name) => screen(all, `/admin/export/${name}`)),
    screen(notTelecaller, '/admin/export/allOrder'),
  ],
  'GET /admin/at-risk': [screen(all)],
  'GET /admin/inbound-mail/:id': [screen(all, '/admin/inbound-mail/2000000000', 404)],
  'GET /admin/inbound-text/:id': [screen(all, '/admin/inbound-text/2000000000', 404)],
  'GET /admin/inbound-raw/:id': [screen(all, '/admin/inbound-raw/2000000000', 404)],
  'GET /admin/order-file/:id': [screen(notTelecaller, '/admin/order-file/2000000000', 404)],
  'GET /admin/inbound-file/:id': [screen(all, '/admin/inbound-file/2000000000', 404)],
  'GET /admin/without-card': [screen(all)],
  'GET /admin/call-sheet': [screen(all)],
  'GET /admin/audit': [screen(['Admin'])],
  'GET /admin/export/audit': [screen(['Admin'])],
  'GET /admin/system': [screen(['Admin'])],
  'GET /admin/retention': [screen(['Admin'])],
  'GET /admin/shops': [screen(['Admin'])],
  'GET /admin/authority-filler': [screen(notTelecaller)],
  'GET /authority-filler.user.js': [open(200)],
  'GET /admin/disputes': [screen(leads)],
  'GET /admin/requests': [screen(all)],
  'GET /admin/unmatched': [screen(leads)],
  'GET /admin/policies': [screen(['Admin'])],
  'GET /policies/:brand/:kind/:version': [open(200, { path: '/policies/main/terms/2025-01' })],
  'GET /admin/pack-version/:packId': [screen(all, '/admin/pack-version/0', 404)],
  'GET /admin/live': [call(all, 200)],
  'GET /track-order': [open(200)],
  'GET /track-order/:orderId': [open(200, { path: `/track-order/${order.encoded}` })],
  'GET /get-new-order-details/:orderId': [
    [
      { path: `/get-new-order-details/${order.encoded}` },
      (who) => (who === 'its visitor' ? 200 : `/track-order/${order.encoded}`),
    ],
  ],

  'GET /get-new-order-details/:orderId/details': [
    [
      { path: `/get-new-order-details/${order.encoded}/details` },
      (who) => (who === 'its visitor' ? 200 : `/track-order/${order.encoded}?to=details`),
    ],
  ],
  ...Object.fromEntries(
    ['charge', 'card', 'flight', 'picture', 'arrival.ics'].map((page) => [
      `GET /get-new-order-details/:orderId/${page}`,
      [
        [
          { path: `/get-new-order-details/${order.encoded}/${page}` },
          (who: Who) => (who === 'its visitor' ? 200 : `/track-order/${order.encoded}`),
        ],
      ] as Row[],
    ]),
  ),

  // For operators; from this machine
  'GET /healthz': [open(200)],
  'GET /readyz': [open(200)],
  'GET /metrics': [open(200)],
  'GET /assets/*': [open(404, { path: '/assets/none.js' })],
  'POST /dev/shop': [open(204)],
  'GET /dev/mailbox': [open(200)],
  'GET /dev/mailbox.json': [open(200)],
  'GET /dev/mailbox/:id': [open(404, { path: '/dev/mailbox/0' })],
  'GET /dev/mailbox/:id/body': [open(404, { path: '/dev/mailbox/0/body' })],
  'GET /dev/mailbox/:id/attachments/:n': [open(404, { path: '/dev/mailbox/0/attachments/0' })],
  'POST /dev/mailbox/faults': [open(422)],
  'GET /dev/mailbox/write': [open(200)],
  'POST /dev/mailbox/write': [open(422)],
  'GET /dev/authority/main': [open(200)],
  'GET /dev/authority/register': [open(200)],
  'POST /dev/authority/register': [open(415)],
  'GET /dev/authority/assets/:file': [open(404, { path: '/dev/authority/assets/none.js' })],
  'POST /dev/ses/v2/email/outbound-emails': [open(401)],
  // its key is a bearer token too, and any token is accepted
  'POST /dev/sendgrid/v3/mail/send': [[{}, (who) => (who === 'nobody' ? 401 : 400)]],
});

/** The queues everybody sees, and the addresses of their screens (docs/people.md#roles). */
const queueNames = [
  'newOrder',
  'priorityOrder',
  'pendingOrder',
  'completedOrder',
  'deletedOrder',
  'awaitingOrder',
  'awaitingGovtOrder',
  'customerCalledOrder',
  'contactCustomerOrder',
  'refundOrder',
  'futureOrder',
  'myOrder',
];
const queuePaths = [
  'recent-order',
  'priority-order',
  'pending-order',
  'completed-order',
  'deleted-order',
  'awaiting-response',
  'awaiting-govt',
  'called',
  'contact-customer',
  'refund-order',
  'my-order',
];

beforeAll(async () => {
  app = await startApp();
  order = await delivered(app);
  const { id: other } = await takeIn(app);
  const { id: third } = await takeIn(app);

  const spentVisitor = await track(app, third);
  await app.database.query(
    "UPDATE visitor_sessions SET last_used_at = now() - interval '31 minutes' WHERE order_id = $1",
    [third],
  );
  const spentSession = await app.signIn('admin');
  await app.call('POST', '/api/admin/logout', { token: spentSession });
  tokens = {
    Admin: await app.signIn('admin'),
    Manager: await app.signIn('manager'),
    Team: await app.signIn('team'),
    Telecaller: await app.signIn('telecaller'),
    'Night Staff': await app.signIn('night'),
    nobody: undefined,
    'other visitor': await track(app, other),
    'its visitor': await track(app, order.id),
    'spent visitor': spentVisitor,
    'spent session': spentSession,
    'deleted member': await deletedMember(),
  };
});
afterAll(() => app.close());

/** The token of an Admin who was deleted. */
async function deletedMember(): Promise<string> {
  const member = { name: 'Gone Again', email: 'gone@example.com', password: 'secret-of-x', type: 'Admin' };
  const { body } = await app.call('POST', '/api/admin/add-team-member', { as: 'admin', body: member });
  const login = await app.call('POST', '/api/admin/admin-login', { body: member });
  await app.call('PUT', '/api/admin/delete-team-member', { as: 'admin', body: { teamMemberId: body.data.id } });
  return login.body.data.jwtToken as string;
}

type Sent = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

/** The HTTP code, or the target of a redirect. A stream is closed as soon as it begins. */
async function knock({ method, path, body, headers = {} }: Sent): Promise<number | string> {
  const left = new AbortController();
  const isForm = body instanceof FormData;
  const answer = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    signal: left.signal,
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      ...(method !== 'GET' && !isForm && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: isForm ? body : JSON.stringify(body ?? {}) }),
  });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) left.abort();
  else await answer.arrayBuffer();
  return answer.headers.get('location') ?? answer.status;
}

/** The cookie by which a browser authenticates. */
function cookieOf(who: Who, token: string): string {
  return `${who.includes('visitor') ? 'visitor' : 'session'}=${token}`;
}

async function ownToken(who: Who, { alone }: Ask): Promise<string | undefined> {
  if (!alone || !isStaff(who)) return tokens[who];
  const names = {
    Admin: 'admin',
    Manager: 'manager',
    Team: 'team',
    Telecaller: 'telecaller',
    'Night Staff': 'night',
  } as const;
  return app.signIn(names[who as keyof typeof names]);
}

const routes = () => routesOf(app).filter(({ method }) => method !== 'HEAD');
const isUnsafe = ({ method }: { method: string }) => method !== 'GET';

test('every route of the running application stands in the table, and no other', () => {
  expect(Object.keys(table()).sort()).toEqual(
    routes()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
});

/** The cookie is read where the header is: the gate asks with it for some, `npm run test:long` for all. */
const byCookie = sampleOf<Who>(everybody, [0, 2, everybody.indexOf('its visitor'), everybody.indexOf('spent session')]);

test.each(everybody)('%s gets in where the table says, and nowhere else', async (who) => {
  const got: string[] = [];
  const expected: string[] = [];
  // all of them ask from one network, whose wrong tries are counted
  await app.database.query('DELETE FROM throttles');
  for (const [name, rows] of Object.entries(table())) {
    const [method, route] = name.split(' ') as [string, string];
    for (const [ask, answer] of rows) {
      const sent = { method, path: ask.path ?? route, body: ask.body };
      const token = await ownToken(who, ask);
      const said = `${method} ${sent.path} ${JSON.stringify(ask.body ?? '')}`;
      expected.push(`${said} ${answer(who)}`);
      got.push(`${said} ${await knock({ ...sent, headers: token ? { authorization: `Bearer ${token}` } : {} })}`);
      if (method !== 'GET' || !token || !byCookie.includes(who)) continue;

      expected.push(`${said} by cookie ${answer(who)}`);
      got.push(`${said} by cookie ${await knock({ ...sent, headers: { cookie: cookieOf(who, token) } })}`);
    }
  }
  expect(got).toEqual(expected);
});

describe('a cookie without its proof', () => {
  const proofs = ['', 'x', 'x.y'];

  test.each(['Admin', 'its visitor'] as const)('of %s changes nothing: 403 on every unsafe route', async (who) => {
    for (const route of routes().filter(isUnsafe)) {
      if (/^\/(?:api\/(?:intake|webhooks|filler)|dev)\//.test(route.path)) continue;
      const isStaffs =
        route.path.startsWith('/api/admin/') &&
        !/(?:login|login\/passkey(?:-options)?|forgot-password|reset-password)$/.test(route.path);
      const path = route.path.replaceAll(/:\w+/g, '1');
      for (const proof of proofs) {
        const cookie = [cookieOf(who, tokens[who]!), proof && `XSRF-TOKEN=${proof}`].filter(Boolean).join('; ');
        const headers = { cookie, ...(proof && { 'x-xsrf-token': proof }) };
        const code = who === 'its visitor' && isStaffs ? 401 : 403;
        expect([route.path, proof, await knock({ method: route.method, path, headers })]).toEqual([
          route.path,
          proof,
          code,
        ]);
      }
    }
  });

  test('nor does the proof of another session help', async () => {
    const page = await fetch(`${app.url}/admin`, { headers: { cookie: `session=${tokens.Manager!}` } });
    const [, proof] = /XSRF-TOKEN=([^;]+)/.exec(page.headers.get('set-cookie') ?? '') ?? [];
    const send = (session: string) =>
      knock({
        method: 'PUT',
        path: '/api/admin/reopen-order',
        headers: { cookie: `session=${session}; XSRF-TOKEN=${proof}`, 'x-xsrf-token': proof! },
      });
    expect(await send(tokens.Manager!)).toBe(422);
    expect(await send(tokens.Admin!)).toBe(403);
  });
});

describe('what is another’s', () => {
  test('a session by a number or a token that somebody made', async () => {
    const [head, body] = tokens.Admin!.split('.') as [string, string];
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const forged = createHmac('sha256', 'secret').update(`${head}.${body}`).digest('base64url');
    const sid = JSON.parse(Buffer.from(body, 'base64url').toString()).sid as string;
    for (const token of [
      `${head}.${body}.${forged}`,
      `${none}.${body}.`,
      `${head}.${body}.`,
      sid,
      `x ${tokens.Admin!}`,
      intakeKey,
    ])
      expect([
        token,
        await knock({ method: 'GET', path: '/api/user_info', headers: { authorization: `Bearer ${token}` } }),
      ]).toEqual([token, 401]);
  });

  test('an order, in every spelling of its id', async () => {
    const headers = { authorization: `Bearer ${tokens['other visitor']!}` };
    for (const orderId of [
      order.id,
      String(order.id),
      order.encoded,
      order.encoded.replaceAll('=', ''),
      ` ${order.id} `,
    ])
      for (const path of ['get-download-history', 'download-passport-doc-pdf'])
        expect([
          orderId,
          await knock({ method: 'POST', path: `/api/front/${path}`, body: { orderId, file1: order.file1 }, headers }),
        ]).toEqual([orderId, 401]);
  });

  test('a card, by the link to another one', async () => {
    const theirs = await delivered(app);
    const { body } = await app.call('POST', '/api/front/download-passport-doc-pdf', {
      token: await track(app, theirs.id),
      body: { orderId: theirs.id, file1: theirs.file1 },
    });
    const [path, query] = (body.data.url as string).split('?') as [string, string];
    const ask = (address: string) => knock({ method: 'GET', path: address });
    expect(await ask(`${path}?${query}`)).toBe(200);
    expect(await ask(`${order.path}?${query}`)).toBe(401);
    expect(await ask(`/uploads/docs/${order.id}/${theirs.file1}?${query}`)).toBe(401);
    expect(await ask(`/uploads/docs/${theirs.id}/${order.file1}?${query}`)).toBe(401);
    expect(await ask(`${path}?${query.replace(/\d{6}/, '999999')}`)).toBe(401);
  });

  test.each([
    '..%2F..%2Fdocuments%2Fx.pdf',
    '..%2Fpacks%2F1.pdf',
    '%2e%2e%2finvoices%2fINV-2026-000001.pdf',
    'packs%2F1.pdf',
    '.',
  ])('a pack, an invoice or any file through the uploads’ address: %s', async (file) => {
    const path = `/uploads/docs/${order.id}/${file}`;
    for (const who of ['Admin', 'its visitor'] as const)
      expect(await knock({ method: 'GET', path, headers: { authorization: `Bearer ${tokens[who]!}` } })).toBe(404);
  });

  test('the way back of a colleague’s change', async () => {
    const { id } = await takeIn(app);
    const assign = { orderId: id, assignto: 'Demo Team' };
    const { body } = await app.call('PUT', '/api/admin/assign-order-status', { as: 'team', body: assign });
    const undo = (as: 'admin' | 'team') => app.call('PUT', '/api/admin/undo', { as, body: { token: body.undo.token } });
    expect((await undo('admin')).code).toBe(404);
    expect((await undo('team')).code).toBe(200);
  });

  test('an order that a colleague holds', async () => {
    const { id } = await takeIn(app);
    const as = (name: 'team' | 'team2' | 'manager', method: string, path: string, body: object) =>
      app.call(method, `/api/admin/${path}`, { as: name, body: { orderId: id, email: 'ann@example.com', ...body } });
    await as('team', 'PUT', 'assign-order-status', { assignto: 'Demo Team' });
    const changes = [
      ['PUT', 'move-order-status', { updatingStatus: 'Awaiting' }],
      ['PUT', 'move-to-complete-refund', {}],
      ['PUT', 'mark-refunded', {}],
      ['PUT', 'refund-failed', { refundId: 1 }],
      ['PUT', 'refunded-all', { isAll: true }],
      ['POST', 'resend-mail', {}],
      ['POST', 'resend-cards', {}],
      ['POST', 'send-download-link', {}],
      ['POST', 'send-invoice', {}],
      ['POST', 'save-transaction-details', { transactionId: 't', merchantName: 'm' }],
      ['PUT', 'assign-order-status', { assignto: 'Demo Team Two' }],
      ['PUT', 'choose-form-row', { version: 1, field: 'accommodationState', code: '08' }],
      ['PUT', 'amend-order', { version: 1, changes: { city: 'Ipoh' }, reason: 'r' }],
    ] as const;
    for (const [method, path, body] of changes) {
      const { code, body: said } = await as('team2', method, path, body);
      expect([path, code, said.message]).toEqual([path, 409, 'Order is already held by Demo Team']);
    }
    expect((await as('team2', 'POST', 'add-new-remark', { remark: 'I saw it' })).code).toBe(200);
    expect((await as('manager', 'PUT', 'move-order-status', { updatingStatus: 'Awaiting' })).code).toBe(200);
  });

  test('the accounts above one’s own', async () => {
    const { body } = await app.call('GET', '/api/admin/get-team-member-list', { as: 'manager' });
    const admin = (body.data as { id: number; email: string }[]).find(({ email }) => email === 'admin@demo.test')!;
    const change = { name: 'Demo Admin', email: admin.email, type: 'Team', tmId: admin.id, password: 'taken-over' };
    for (const [method, path, sent] of [
      ['POST', 'update-team-member', change],
      ['POST', 'update-team-member', { ...change, type: 'Admin', tmId: 2 }],
      ['PUT', 'delete-team-member', { teamMemberId: admin.id }],
    ] as const)
      expect((await app.call(method, `/api/admin/${path}`, { as: 'manager', body: sent })).code).toBe(403);
    const login = { email: admin.email, password };
    expect((await app.call('POST', '/api/admin/admin-login', { body: login })).code).toBe(200);
  });
});

describe('a member who must set up a second factor, and has not', () => {
  /** What such a session may call, and no more: the login's page leads through it. */
  const enrolment =
    /^(?:POST \/api\/admin\/(?:logout|admin-login\/factor|factors\/(?:app|app\/confirm|passkey-options|passkey))|GET \/api\/admin\/factors)$/;
  /** What everybody may call, with a session or without one; the document is refused to members alone. */
  const isOpen = (rows: Row[]) =>
    rows.every(([, answer]) => answer('nobody') === answer('Admin') || answer('nobody') !== 401) &&
    rows.every(([, answer]) => answer('nobody') !== '/');

  test.each(sampleOf([...staff], [2]))(
    '%s: 403 with the reason on every route but enrolment, by token and by cookie',
    async (who) => {
      const wrong: string[] = [];
      await app.database.query('INSERT INTO factor_roles (role) VALUES ($1)', [who]);
      try {
        for (const [name, rows] of Object.entries(table())) {
          const [method, route] = name.split(' ') as [string, string];
          const isFile = route.startsWith('/uploads/');
          if (route.startsWith('/dev/')) continue;
          if (
            enrolment.test(name) ||
            (isOpen(rows) && !isFile) ||
            rows.some(([, answer]) => answer('its visitor') === 200 && !isFile)
          )
            continue;
          for (const [ask] of rows) {
            const token = tokens[who]!;
            const sent = { method, path: ask.path ?? route, body: ask.body };
            const ways: Record<string, string>[] = [{ authorization: `Bearer ${token}` }];
            if (method === 'GET') ways.push({ cookie: `session=${token}` });
            for (const headers of ways) {
              const code = await knock({ ...sent, headers });
              if (code !== 403) wrong.push(`${method} ${sent.path} ${Object.keys(headers)[0]}: ${code}`);
            }
          }
        }
        const { body } = await app.call('GET', '/api/user_info', { token: tokens[who]! });
        expect(body).toMatchObject({ status: 0, message: 'Set up your second factor first.', missing: 'enrolment' });
        expect((await app.call('GET', '/api/admin/factors', { token: tokens[who]! })).body.data).toMatchObject({
          required: true,
        });
      } finally {
        await app.database.query('DELETE FROM factor_roles');
      }
      expect(wrong).toEqual([]);
    },
  );
});
