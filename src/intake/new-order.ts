import { plainIp } from '../platform/location.js';
import { sha256Of } from '../platform/sha256.js';
import { kualaLumpurToday, processingDate, processMonth } from '../shared/dates.js';
import { enteringStatus, processingModeAtIntake } from '../shared/entering-status.js';
import type { IntakeOrder, IntakePayment } from '../shared/intake.js';
import { nationalityCode } from '../platform/nationality-codes.js';
import type { NewOrder } from './intake.queries.js';
import type { Shop } from './shop.js';

/**
 * The order that a shop sends in, in the queue that it enters today.
 * @param windowDays how many days before the arrival the submission opens
 */
export function newOrderOf(shop: Shop, input: IntakeOrder, windowDays: number): NewOrder {
  const wantsPriority = input.processing_mode === 'Priority';
  const opens = processingDate(input.doa, windowDays);
  const entered = enteringStatus({ paid: input.paid, wantsPriority, processingDate: opens }, kualaLumpurToday());
  return {
    shopId: shop.id,
    externalRef: input.external_ref,
    bodySha256: bodyHash(input),
    processStatus: entered,
    processingMode: processingModeAtIntake(wantsPriority, entered),
    wantsPriority,
    processingDate: opens,
    processMonth: processMonth(opens),
    fullName: input.full_name,
    contactEmailAddress: input.contact_email_address,
    confirmContactEmailAddress: input.confirm_contact_email_address ?? input.contact_email_address,
    email: input.email ?? input.contact_email_address,
    phoneCode: input.phone_code ?? '',
    phoneNumber: input.phone_number ?? '',
    // here and not in the schema, because the hash is of what the shop sent
    nationality: nationalityCode(input.nationality) ?? input.nationality,
    passportNo: input.passport_no,
    placeOfBirth: input.place_of_birth,
    mrz: input.mrz,
    dob: input.dob,
    sex: input.sex,
    passportExpiry: input.passport_expiry,
    doa: input.doa,
    dod: input.dod,
    flightDetail: input.flight_detail,
    modeOfTravel: input.mode_of_travel,
    lastPortEmbarkation: input.last_port_embarkation,
    embarkationCountry: input.embarkation_country,
    accommodationType: input.accommodation_type,
    accommodationOfStay: input.accommodation_of_Stay,
    address: input.address,
    address2: input.address2,
    state: input.state,
    postCode: input.post_code,
    city: input.city,
    signatureName: input.signature_name,
    landingDomain: input.landing_domain,
    amount: input.amount,
    currency: input.currency,
    paidAt: input.paid ? (input.paid_at ?? new Date()) : null,
    paidTimeTold: input.paid ? input.paid_at !== undefined : null,
    transactionId: input.transaction_id,
    merchantName: input.merchant_name,
    gatewayId: input.gateway_id,
    ...cardFacts(input),
    purchaseIp: input.purchase_ip && plainIp(input.purchase_ip),
    purchaseUserAgent: input.purchase_user_agent,
    deviceFingerprint: input.device_fingerprint,
    browserTz: input.browser_tz,
    termsVersion: input.terms_version,
    termsAcceptedAt: input.terms_accepted_at,
  };
}

/** The facts about the card that was charged. */
export function cardFacts(input: Pick<IntakePayment, CardFact>) {
  return {
    statementDescriptor: input.statement_descriptor,
    cardBrand: input.card_brand,
    cardLast4: input.card_last4,
    cardFingerprint: input.card_fingerprint,
    avs: input.avs,
    cvv: input.cvv,
    threeDs: input.three_ds,
  };
}

type CardFact = 'statement_descriptor' | 'card_brand' | 'card_last4' | 'card_fingerprint' | 'avs' | 'cvv' | 'three_ds';

/** SHA-256, hex, of a body's known fields, whatever their order. */
function bodyHash(input: IntakeOrder): string {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined);
  return sha256Of(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))));
}
