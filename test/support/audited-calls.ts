import type { ActivityAction } from '../../src/shared/activity-actions.js';
import { parseOrderId } from '../../src/shared/order-id.js';

/** Why a call of a member has no row in the audit. */
type Reason =
  | 'lease: work on the order renews it too'
  | 'told: the order has a row of who took it'
  | 'fault: it is ours, and has nothing of a customer'
  | 'draft: only its writer sees it'
  | 'look: the audit has views of orders, not of lists and texts'
  | 'presence: nothing is stored'
  | 'preference: only its member sees it'
  | 'proof begun: nothing changes before it is given';

const draft = 'draft: only its writer sees it';
const look = 'look: the audit has views of orders, not of lists and texts';
const begun = 'proof begun: nothing changes before it is given';

/**
 * What the audit notes of each call by which a member changes something or fetches a file (docs/people.md#audit); several
 * where it depends on what was asked. A new call is a row here.
 */
export const audited: Record<string, ActivityAction | readonly ActivityAction[] | Reason> = {
  'POST /api/admin/admin-login': 'sign-in.done',
  'POST /api/admin/admin-login/factor': 'sign-in.factor-proven',
  'POST /api/admin/admin-login/passkey': 'sign-in.done',
  'POST /api/admin/admin-login/passkey-options': begun,
  'POST /api/admin/logout': 'sign-out.done',
  'POST /api/admin/end-session': 'session.ended',
  'POST /api/admin/end-other-sessions': 'session.ended',
  'POST /api/admin/change-password': 'password.changed',
  'POST /api/admin/forgot-password': 'password.link-asked',
  'POST /api/admin/reset-password': 'password.reset',
  'POST /api/admin/factors/app': begun,
  'POST /api/admin/factors/app/confirm': 'factor.added',
  'POST /api/admin/factors/passkey-options': begun,
  'POST /api/admin/factors/passkey': 'factor.added',
  'POST /api/admin/factors/remove': 'factor.removed',
  'POST /api/admin/factors/recovery-codes': 'factor.codes-renewed',
  'PUT /api/admin/my-settings': 'preference: only its member sees it',
  'PUT /api/admin/drafts': draft,
  'DELETE /api/admin/drafts': draft,

  'POST /api/admin/search-order': look,
  'POST /api/admin/find-orders': look,
  'POST /api/admin/matching-ids': look,
  'POST /api/admin/get-country-order-list': look,
  'POST /api/admin/get-processed-by-count': look,
  'POST /api/admin/defence-pack-details': look,
  'POST /api/admin/look': 'presence: nothing is stored',
  'POST /api/admin/saved-views': 'view.saved',
  'PUT /api/admin/saved-views/{id}': 'view.saved',
  'PUT /api/admin/saved-views/{id}/delete': 'view.deleted',
  'POST /api/admin/macros': 'macro.saved',
  'PUT /api/admin/macros/{id}': 'macro.saved',
  'PUT /api/admin/macros/{id}/delete': 'macro.deleted',
  'POST /api/admin/apply-macro': 'remark.added',

  'PUT /api/admin/assign-order-status': ['order.assigned', 'order.released'],
  'PUT /api/admin/change-order-status': 'order.moved',
  'PUT /api/admin/move-order-status': 'order.moved',
  'PUT /api/admin/move-to-complete-refund': 'order.moved',
  'PUT /api/admin/mark-refunded': ['order.refunded', 'refund.part'],
  'PUT /api/admin/refund-failed': 'refund.failed',
  'PUT /api/admin/refunded-all': ['order.refunded', 'refund.part'],
  'PUT /api/admin/reopen-order': 'order.moved',
  'PUT /api/admin/restore-order': 'order.moved',
  'PUT /api/admin/undo': 'order.undone',
  'POST /api/admin/next-order': 'order.leased',
  'PUT /api/admin/keep-order': 'lease: work on the order renews it too',
  'PUT /api/admin/holds-told': 'told: the order has a row of who took it',
  'PUT /api/admin/skip-order': 'order.skipped',
  'PUT /api/admin/amend-order': 'order.amended',
  'PUT /api/admin/choose-form-row': 'order.row-chosen',
  'POST /api/admin/orders/{orderId}/filler-code': 'form.code-given',
  'POST /api/admin/authority-pages/away': 'authority.away',
  'POST /api/admin/authority-pages/works': 'authority.works',
  'POST /api/admin/show-passport': 'passport.shown',
  'POST /api/admin/show-pin': 'pin.shown',
  'PUT /api/admin/see-mail': 'mail.seen',
  'PUT /api/admin/card-outcome': ['card.outcome', 'card.outcome-withdrawn'],
  'PUT /api/admin/handle-request': 'request.handled',
  'POST /api/admin/unmatched/{id}/order': 'unmatched.placed',
  'POST /api/admin/unmatched/{id}/aside': 'unmatched.set-aside',
  'POST /api/admin/unmatched/{id}/back': 'unmatched.taken-back',
  'POST /api/admin/add-new-remark': 'remark.added',
  'POST /api/admin/save-transaction-details': 'transaction.saved',
  'POST /api/admin/upload-visa-document': 'document.uploaded',
  'POST /api/admin/orders/{orderId}/files': 'file.added',
  'POST /api/admin/orders/{orderId}/files/{fileId}/remove': 'file.removed',
  'POST /api/admin/send-found-card': 'document.uploaded',
  'POST /api/admin/resend-mail': 'mail.queued',
  'POST /api/admin/resend-cards': 'mail.queued',
  'POST /api/admin/send-download-link': 'mail.queued',
  'POST /api/admin/ask-customer': 'mail.queued',
  'POST /api/admin/retry-mail': 'mail.retried',
  'POST /api/admin/send-invoice': 'invoice.issued',
  'POST /api/admin/get-defence-pack-pdf': ['pack.made', 'file.fetched'],
  'POST /api/admin/order-packs': 'packs.asked',
  'POST /api/admin/dispute-packs': 'packs.asked',
  'POST /api/admin/disputes': 'dispute.opened',
  'PUT /api/admin/disputes/{id}': 'dispute.changed',
  'PUT /api/admin/disputes/{id}/state': 'dispute.moved',
  'PUT /api/admin/disputes/{id}/submitted': 'dispute.moved',
  'POST /api/admin/disputes/{id}/stripe': 'dispute.staged',
  'POST /api/admin/disputes/{id}/stripe/submit': 'dispute.submitting',

  'POST /api/admin/add-team-member': 'member.added',
  'POST /api/admin/update-team-member': 'member.changed',
  'PUT /api/admin/delete-team-member': 'member.deleted',
  'POST /api/admin/invite-team-member': 'member.invited',
  'POST /api/admin/deactivate-team-member': 'member.deactivated',
  'POST /api/admin/reactivate-team-member': 'member.reactivated',
  'POST /api/admin/reset-second-factors': 'factor.reset',
  'POST /api/admin/require-second-factors': 'factor.required',
  'POST /api/admin/payment-gateway-setting': 'gateway.changed',
  'POST /api/admin/stripe-accounts': 'gateway.secrets-kept',
  'POST /api/admin/policies': 'policy.added',
  'POST /api/admin/retry-job': 'job.retried',
  'POST /api/admin/screen-faults': 'fault: it is ours, and has nothing of a customer',
  'POST /api/admin/shops': 'shop.added',
  'POST /api/admin/make-shop-key': 'shop.key-made',
  'POST /api/admin/revoke-shop-key': 'shop.key-revoked',
  'POST /api/admin/add-webhook-endpoint': 'shop.endpoint-added',
  'POST /api/admin/renew-webhook-secret': 'shop.secret-renewed',
  'POST /api/admin/remove-webhook-endpoint': 'shop.endpoint-removed',
  'POST /api/admin/send-webhook-again': 'shop.sent-again',
  'POST /api/admin/send-webhooks-again': 'shop.sent-again',

  'GET /api/admin/disputes/{id}/evidence.zip': 'file.fetched',
  'GET /api/admin/order-packs/{id}/packs.zip': 'file.fetched',
  'GET /api/admin/dispute-packs/{id}/packs.zip': 'file.fetched',
  'GET /admin/export/{queue}': 'list.exported',
  'POST /api/admin/person-data': 'person.copied',
  'GET /api/admin/person-data/{id}/personal-data.zip': 'file.fetched',
  'POST /api/admin/ask-erasure': 'person.erase-asked',
  'POST /api/admin/confirm-erasure': 'person.erase-confirmed',
  'POST /api/admin/withdraw-erasure': 'person.erase-withdrawn',
  'GET /admin/export/audit': 'list.exported',
  'GET /admin/export/dispute-report': 'list.exported',
  'GET /admin/export/statistics': 'list.exported',
  'GET /admin/pack-version/{packId}': 'file.fetched',
  'GET /admin/mail-file/{mailId}': 'file.fetched',
  'GET /admin/inbound-raw/{id}': 'file.fetched',
  'GET /admin/order-file/{id}': 'file.fetched',
  'GET /admin/inbound-file/{id}': 'file.fetched',
  'GET /uploads/docs/{orderId}/{file1}': 'file.fetched',
};

/** The row of the table for a call, as `PUT /api/admin/saved-views/3`; undefined when it has none. */
export function nameOf(asked: string): string | undefined {
  const address = asked.split('?')[0]!;
  if (address in audited) return address;
  return Object.keys(audited).find((name) =>
    new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
  );
}

/** The actions that the audit notes of a call; none when the table gives a reason. */
export function actionsOf(name: string): string[] {
  return [audited[name]!].flat().filter((one) => !one.includes(': '));
}

/** The orders that a body names. */
export function ordersOf(body: unknown): number[] {
  const { orderId } = (body instanceof FormData ? Object.fromEntries(body) : (body ?? {})) as { orderId?: unknown };
  return [orderId].flat().flatMap((id) => {
    const parsed = typeof id === 'number' || typeof id === 'string' ? parseOrderId(id) : null;
    return parsed === null || parsed === undefined ? [] : [parsed];
  });
}
