import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { OrderStatus } from '../shared/order-statuses.js';
import type { Submitted } from '../shared/authority-form.js';
import type { FormChoices } from '../shared/form/choices.js';
import type { CheckId } from '../shared/order-checks.js';
import type { LastChange } from './last-change.js';

/** One order, with everything from intake to the evidence. */
@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'BY DEFAULT' })
  id!: number;

  @Column({ type: 'int', default: 1 })
  shopId!: number;

  @Column({ type: 'text' })
  externalRef!: string;

  @Column({ type: 'text' })
  bodySha256!: string;

  @Column({ type: 'text' })
  processStatus!: OrderStatus;

  @Column({ type: 'text', nullable: true })
  statusBeforeDelete!: OrderStatus | null;

  @Column({ type: 'text' })
  processingMode!: string;

  @Column({ type: 'boolean' })
  wantsPriority!: boolean;

  @Column({ type: 'text' })
  fullName!: string;

  @Column({ type: 'text' })
  contactEmailAddress!: string;

  @Column({ type: 'text' })
  confirmContactEmailAddress!: string;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text', default: '' })
  phoneCode!: string;

  @Column({ type: 'text', default: '' })
  phoneNumber!: string;

  @Column({ type: 'text' })
  nationality!: string;

  @Column({ type: 'text' })
  passportNo!: string;

  /** Null once it is erased. */
  @Column({ type: 'date', nullable: true })
  dob!: string | null;

  @Column({ type: 'text' })
  sex!: string;

  /** Null once it is erased. */
  @Column({ type: 'date', nullable: true })
  passportExpiry!: string | null;

  @Column({ type: 'date' })
  doa!: string;

  @Column({ type: 'date', nullable: true })
  dod!: string | null;

  @Column({ type: 'text', nullable: true })
  flightDetail!: string | null;

  @Column({ type: 'text', nullable: true })
  modeOfTravel!: string | null;

  @Column({ type: 'text', nullable: true })
  lastPortEmbarkation!: string | null;

  @Column({ type: 'text', nullable: true })
  accommodationOfStay!: string | null;

  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ type: 'text', nullable: true })
  state!: string | null;

  @Column({ type: 'text', nullable: true })
  postCode!: string | null;

  @Column({ type: 'text', nullable: true })
  city!: string | null;

  @Column({ type: 'text', nullable: true })
  signatureName!: string | null;

  @Column({ type: 'text' })
  landingDomain!: string;

  @Column({ type: 'date' })
  processingDate!: string;

  @Column({ type: 'text' })
  processMonth!: string;

  @Column({ type: 'int', nullable: true })
  heldBy!: number | null;

  /** Since when it is held; a trigger keeps it (functions/begin_hold.sql). Null when nobody holds it, or nothing on record says. */
  @Column({ type: 'timestamptz', nullable: true, insert: false, update: false })
  heldSince!: Date | null;

  @Column({ type: 'text', nullable: true })
  processedBy!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  processedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  refundDate!: Date | null;

  /** How much was given back, in the order's currency; null when nobody told. */
  @Column({ type: 'numeric', precision: 12, scale: 3, nullable: true })
  refundAmount!: string | null;

  /** The gateway's name for the refund; null when nobody told. */
  @Column({ type: 'text', nullable: true })
  refundReference!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  disputedAt!: Date | null;

  @Column({ type: 'numeric', precision: 12, scale: 3, nullable: true })
  amount!: string | null;

  @Column({ type: 'text', nullable: true })
  currency!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  paidAt!: Date | null;

  /** Whether the shop told `paidAt`; false when it is the time of our intake, null while nothing is paid. */
  @Column({ type: 'boolean', nullable: true })
  paidTimeTold!: boolean | null;

  @Column({ type: 'int', nullable: true })
  gatewayId!: number | null;

  @Column({ type: 'text', nullable: true })
  transactionId!: string | null;

  @Column({ type: 'text', nullable: true })
  merchantName!: string | null;

  @Column({ type: 'text', nullable: true })
  statementDescriptor!: string | null;

  @Column({ type: 'text', nullable: true })
  cardBrand!: string | null;

  @Column({ type: 'text', nullable: true })
  cardLast4!: string | null;

  @Column({ type: 'text', nullable: true })
  cardFingerprint!: string | null;

  @Column({ type: 'text', nullable: true })
  avs!: string | null;

  @Column({ type: 'text', nullable: true })
  cvv!: string | null;

  @Column({ type: 'text', nullable: true })
  threeDs!: string | null;

  @Column({ type: 'text', nullable: true })
  purchaseIp!: string | null;

  @Column({ type: 'text', nullable: true })
  purchaseUserAgent!: string | null;

  @Column({ type: 'text', nullable: true })
  deviceFingerprint!: string | null;

  @Column({ type: 'text', nullable: true })
  browserTz!: string | null;

  @Column({ type: 'text', nullable: true })
  termsVersion!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  termsAcceptedAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createTs!: Date;

  @Column({ type: 'int', default: 1 })
  version!: number;

  @Column({ type: 'text', nullable: true })
  changedBy!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  changedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  lastChange!: LastChange | null;

  /** Whether what is on the card changed after it was submitted. */
  @Column({ type: 'boolean', default: false })
  submitAgain!: boolean;

  /** The values that were submitted to the authority last (src/shared/authority-form.ts). */
  @Column({ type: 'jsonb', nullable: true })
  submitted!: Submitted | null;

  /** The newest of the cards that no longer show the order's data; it and all before it are outdated. */
  @Column({ type: 'int', nullable: true })
  outdatedCard!: number | null;

  /** When the contact address was amended last; null when the order still has its first one. */
  @Column({ type: 'timestamptz', nullable: true })
  addressSince!: Date | null;

  /** The machine-readable zone of the passport, as the shop sent it. */
  @Column({ type: 'text', nullable: true })
  mrz!: string | null;

  /** The country of birth, as the shop sent it: a code or a name. */
  @Column({ type: 'text', nullable: true })
  placeOfBirth!: string | null;

  /** The country of the last port before Malaysia, as the shop sent it; the port itself is `lastPortEmbarkation`. */
  @Column({ type: 'text', nullable: true })
  embarkationCountry!: string | null;

  /** The kind of stay, as the shop sent it: hotel, residence of friends or relatives, other. */
  @Column({ type: 'text', nullable: true })
  accommodationType!: string | null;

  @Column({ type: 'text', nullable: true })
  address2!: string | null;

  /** The rows of the form's lists that a member chose (src/shared/form/choices.ts). */
  @Column({ type: 'jsonb', default: {} })
  formChoices!: FormChoices;

  /** When values of the order were erased (docs/people.md#keeping-and-erasing); null when all are there. */
  @Column({ type: 'timestamptz', nullable: true, insert: false, update: false })
  erasedAt!: Date | null;

  /** The checks that the order failed when it was looked at last (src/shared/order-checks.ts). */
  @Column({ type: 'text', array: true, default: () => "'{}'" })
  checks!: CheckId[];
}
