import type { Order } from '../database/order.entity.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import { type AmendName, amendFields, endOf } from '../shared/amend-fields.js';
import type { ZoneValue } from '../shared/answers/orders.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { readZone, type Zone } from '../shared/mrz.js';
import type { CheckId } from '../shared/order-checks.js';
import { valuesOf } from './amend.js';

type Row = { field: AmendName; of: (zone: Zone) => string | undefined };

/** What the zone has for a field that fails the check; undefined where it leaves that open. */
const rows: Partial<Record<CheckId, Row>> = {
  'zone-number': { field: 'passport_no', of: ({ number }) => number },
  'zone-birth-date': { field: 'dob', of: ({ birth }) => birthDay(birth) },
  'zone-expiry': { field: 'passport_expiry', of: ({ expiry }) => dayOf(`20${expiry}`) },
  'zone-sex': { field: 'sex', of: ({ sex }) => (sex === '<' ? undefined : sex) },
  'zone-nationality': { field: 'nationality', of: ({ nationality }) => nationalityCode(nationality) },
  'zone-name': { field: 'full_name', of: ({ fullName }) => fullName ?? undefined },
  'name-script': { field: 'full_name', of: ({ fullName }) => fullName ?? undefined },
};

/**
 * The values of the passport's zone that an order can take with one click: of each check that it fails and whose field
 * the zone has whole. Of the passport number a member who may not see it gets the ends, and no value to take.
 */
export function zoneValues(order: Order, seesPassport: boolean): ZoneValue[] {
  const zone = readZone(order.mrz ?? '');
  if (!zone) return [];
  const stored = valuesOf(order);
  return order.checks.flatMap((check) => {
    const row = rows[check];
    const value = row?.of(zone);
    if (!row || value === undefined) return [];
    const isHidden = amendFields[row.field].masked === true && !seesPassport;
    const shown = (text: string) => (isHidden ? endOf(text) : text);
    const sides = { on_order: shown(stored[row.field]), in_passport: shown(value) };
    return [{ check, field: row.field, ...sides, value: isHidden ? null : value }];
  });
}

/** The year of a birth has two digits in a zone: the latest such day that is not to come. */
function birthDay(birth: string): string | undefined {
  const today = kualaLumpurToday();
  return [`20${birth}`, `19${birth}`].map(dayOf).find((day) => day !== undefined && day <= today);
}

/** `20260131` as `2026-01-31`; undefined for what is no day, or has a part that is not known. */
function dayOf(digits: string): string | undefined {
  const day = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) && day.length === 10 ? day : undefined;
}
