import { roles, type Role } from './roles.js';

const everyone = roles;
const leads: readonly Role[] = ['Admin', 'Manager'];
const adminAlone: readonly Role[] = ['Admin'];

/** Which role may do what. Menu, screens and server all use this table (docs/people.md#roles). */
export const permissions = {
  'orders.work': everyone,
  'orders.call': everyone,
  'orders.history': ['Admin', 'Manager', 'Team', 'Night Staff'],
  'orders.amend': everyone,
  'passports.see': ['Admin', 'Manager', 'Team', 'Night Staff'],
  'passports.show': everyone,
  'orders.delete': leads,
  'orders.delete-held': adminAlone,
  'orders.override-holder': leads,
  'orders.reopen': leads,
  'orders.restore': leads,
  'orders.leave-refunded': adminAlone,
  'orders.view-as': leads,
  'views.save': everyone,
  'views.change-others': adminAlone,
  'macros.use': everyone,
  'macros.share': leads,
  'reports.country': everyone,
  'reports.processed': leads,
  'alarms.get': leads,
  'mail.send': everyone,
  'mail.unlimited': adminAlone,
  'requests.handle': everyone,
  'cards.override': leads,
  'packs.make': everyone,
  'unmatched.work': leads,
  'disputes.see': leads,
  'disputes.work': leads,
  'disputes.evidence': leads,
  'disputes.stage': leads,
  'disputes.refund-disputed': adminAlone,
  'disputes.report': leads,
  'statistics.see': leads,
  'policies.change': adminAlone,
  'gateway.see': everyone,
  'gateway.set': leads,
  'gateway.secrets': adminAlone,
  'team.manage': leads,
  'team.manage-admins': adminAlone,
  'factors.require': adminAlone,
  'audit.see': adminAlone,
  'system.work': adminAlone,
  'shops.manage': adminAlone,
  'retention.manage': adminAlone,
  'account.own': everyone,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** Whether a member of this type may do the action. */
export function can(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
