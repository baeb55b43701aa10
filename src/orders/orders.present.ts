import type { Order } from '../database/order.entity.js';
import type { Refund } from '../database/refund.entity.js';
import { nationalityName } from '../shared/countries.js';
import { endOf } from '../shared/amend-fields.js';
import { type FormField, type Submitted, withoutPassport } from '../shared/authority-form.js';
import { formControls } from '../shared/form/controls.js';
import { mailboxOfOrder } from '../shared/mail-address.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { MoveTarget } from '../shared/order-statuses.js';
import { leftOfAll } from '../shared/charges.js';
import { standing } from '../shared/standing.js';
import type { OrderDetail } from '../shared/orders.js';
import { marksIn } from './lists.present.js';
import { toCharges, toRefundEntry } from './refunds.present.js';
import type { OrderCharged } from './refunds.queries.js';
import type { OrderMarks } from './orders.queries.js';
import { zoneValues } from './zone-values.js';

/** One order's own fields, with their wire names. */
export function toDetail(
  order: Order,
  beside: {
    holder: string | null;
    gateway: string | null;
    mailDomain: string;
    form: FormField[];
    moves: MoveTarget[];
    /** Whether the member sees passport numbers without asking (docs/people.md#passport-numbers). */
    seesPassport: boolean;
    charges: OrderCharged[];
    refunds: Refund[];
  } & OrderMarks,
): OrderDetail {
  const { form, seesPassport, charges, refunds } = beside;
  return {
    order_id: order.id,
    encoded_id: encodeOrderId(order.id),
    process_status: order.processStatus,
    processing_mode: order.processingMode,
    full_name: order.fullName,
    contact_email_address: order.contactEmailAddress,
    confirm_contact_email_address: order.confirmContactEmailAddress,
    email: order.email,
    mailbox: mailboxOfOrder(order.id, beside.mailDomain),
    phone_code: order.phoneCode,
    phone_number: order.phoneNumber,
    create_ts: order.createTs.toISOString(),
    doa: order.doa,
    dod: order.dod,
    refund_date: order.refundDate?.toISOString() ?? null,
    refund_amount: order.refundAmount,
    refund_reference: order.refundReference,
    refundable_amount: leftOfAll(charges, refunds, order.currency),
    charges: toCharges(order, charges, refunds),
    refunds: refunds.map(toRefundEntry),
    processing_date: order.processingDate,
    process_month: order.processMonth,
    checks: order.checks,
    assign_to: beside.holder,
    held_since: order.heldSince?.toISOString() ?? null,
    version: order.version,
    card_due: beside.cardDue,
    ...marksIn(beside.marks),
    standing: standing({ card_due: beside.cardDue, doa: order.doa, processing_date: order.processingDate }),
    passport_no: seesPassport && !order.erasedAt ? order.passportNo : endOf(order.passportNo),
    passport_hidden: !seesPassport && !order.erasedAt,
    erased_at: order.erasedAt?.toISOString() ?? null,
    dob: order.dob,
    nationality: order.nationality,
    nationality_name: nationalityName(order.nationality),
    place_of_birth: order.placeOfBirth,
    place_of_birth_name: order.placeOfBirth && nationalityName(order.placeOfBirth),
    sex: order.sex,
    passport_expiry: order.passportExpiry,
    flight_detail: order.flightDetail,
    mode_of_travel: order.modeOfTravel,
    last_port_embarkation: order.lastPortEmbarkation,
    embarkation_country: order.embarkationCountry,
    embarkation_country_name: order.embarkationCountry && nationalityName(order.embarkationCountry),
    accommodation_type: order.accommodationType,
    accommodation_of_Stay: order.accommodationOfStay,
    address: order.address,
    address2: order.address2,
    state: order.state,
    post_code: order.postCode,
    city: order.city,
    signature_name: order.signatureName,
    landing_domain: order.landingDomain,
    processed_by: order.processedBy,
    processed_at: order.processedAt?.toISOString() ?? null,
    transaction_id: order.transactionId,
    merchant_name: order.merchantName,
    external_ref: order.externalRef,
    amount: order.amount,
    currency: order.currency,
    paid_at: order.paidAt?.toISOString() ?? null,
    gateway_name: beside.gateway,
    statement_descriptor: order.statementDescriptor,
    card_brand: order.cardBrand,
    card_last4: order.cardLast4,
    disputed_at: order.disputedAt?.toISOString() ?? null,
    submit_again: order.submitAgain,
    submitted: order.submitted && toSubmitted(order.submitted, seesPassport),
    address_since: order.addressSince?.toISOString() ?? null,
    form_choices: order.formChoices,
    authority_form: seesPassport ? form : withoutPassport(form),
    zone_values: zoneValues(order, seesPassport),
    allowed_moves: beside.moves,
  };
}

function toSubmitted({ at, by, fields }: Submitted, seesPassport: boolean): OrderDetail['submitted'] {
  const shown = seesPassport ? fields : withoutPassport(fields);
  return { at, by, fields: shown.map(({ id, value }) => ({ id, label: formControls[id].label, value })) };
}
