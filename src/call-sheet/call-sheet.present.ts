import { zonesOf } from '../platform/local-zones.js';
import { callable, whatsappUrl } from '../platform/phone.js';
import type { Brand } from '../shared/brands.js';
import type { CallRow } from '../shared/call-sheet.js';
import { calledMinutes } from '../shared/limits.js';
import { encodeOrderId } from '../shared/order-id.js';
import { standing } from '../shared/standing.js';
import type { OrderToCall } from './call-sheet.queries.js';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** A customer to call, with the wire names of a row. */
export function toCallRow(order: OrderToCall, brand: Brand, now: Date): CallRow {
  const { id, phone_code, phone_number, landing_domain: _domain, remark, remark_name, remark_at, ...row } = order;
  const number = callable(phone_code, phone_number);
  const hello = `Hello ${order.full_name}, this is ${brand.name} about your order ${id}.`;
  const whatsapp = whatsappUrl(phone_code, phone_number, hello);
  return {
    ...row,
    order_id: id,
    encoded_id: encodeOrderId(id),
    standing: standing(order, now),
    phone:
      (number &&
        'url' in whatsapp && {
          tel: number.tel,
          shown: number.shown,
          whatsapp: whatsapp.url,
          country: number.country && (countryNames.of(number.country) ?? null),
        }) ||
      null,
    zones: number?.country ? zonesOf(number.country, now) : [],
    remark: remark_at && {
      by: remark_name!,
      at: remark_at.toISOString(),
      text: remark!,
      recent: now.getTime() - remark_at.getTime() < calledMinutes * 60_000,
    },
  };
}
