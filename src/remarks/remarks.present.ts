import type { Remark } from '../database/remark.entity.js';
import { usDate, usTime } from '../shared/dates.js';
import type { RemarkEntry } from '../shared/remarks.js';

/** A remark with its wire names (docs/screens.md#screens). */
export function toRemark(remark: Remark): RemarkEntry {
  return {
    id: remark.id,
    order_id: remark.orderId,
    create_ts: remark.createTs.toISOString(),
    us_date: usDate(remark.createTs),
    us_time: usTime(remark.createTs),
    remark_name: remark.remarkName,
    remark: remark.remark,
    whatsapp: flag(remark.whatsapp),
    telephone: flag(remark.telephone),
    status_refund: flag(remark.statusRefund),
    voided: flag(remark.voided),
    chargeback: flag(remark.chargeback),
    report_error: flag(remark.reportError),
  };
}

function flag(ticked: boolean): 'Y' | '' {
  return ticked ? 'Y' : '';
}
