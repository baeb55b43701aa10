import { Facts } from '@/components/facts';
import { Section } from '@/components/section';
import { Amend } from '@/pages/desk/order/amend';
import { AuthorityForm, isToSubmit } from '@/pages/desk/order/authority-form';
import { HiddenPassport } from '@/pages/desk/order/shown-passport';
import { type AmendSection, amendSections } from '@shared/amend-fields';
import { faultsOf } from '@shared/authority-form';
import { formatLongDate, formatShortDay, formatUtc } from '@shared/dates';
import { money } from '@shared/money';
import { statusRows } from '@shared/order-statuses';
import { type PolicyLink, policyKinds } from '@shared/policy-kinds';
import { partOf } from '@shared/refunds';
import type { Pages } from '@shared/pages';
import { type ReactNode, useState } from 'react';

const sexes: Record<string, string> = { M: 'Male', F: 'Female', X: 'Unspecified' };

type FactsProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts' | 'policies'> & {
  /** Whether the order is looked at for a dispute. */
  isCase: boolean;
};
type Amended = Pick<FactsProps, 'order' | 'open' | 'drafts'>;

/**
 * The facts of an order, once: as they are on record, or as the authority's form asks for them
 * (docs/screens.md#the-page-of-an-order). An order that is to be submitted begins with the form; what is shown changes only
 * when the member says so.
 */
export function OrderFacts({ policies, isCase, ...amending }: FactsProps) {
  const { order } = amending;
  const [wanted, setWanted] = useState(isToSubmit(order));
  const hasForm = !order.erased_at;
  const asForm = hasForm && wanted;
  return (
    <>
      {hasForm && <FormSwitch {...{ order, asForm }} onChange={setWanted} />}
      {asForm && (
        <AuthorityForm {...amending}>
          <Email {...amending} />
        </AuthorityForm>
      )}
      <Details {...{ order, policies }} />
      {!asForm && (
        <>
          <Person {...amending} />
          <Travel {...amending} isCase={isCase} />
        </>
      )}
      <Payment order={order} />
    </>
  );
}

type SwitchProps = Pick<FactsProps, 'order'> & { asForm: boolean; onChange: (asForm: boolean) => void };

/** Chooses how the facts are shown, and says how many of them the form will refuse, while it is not submitted. */
function FormSwitch({ order, asForm, onChange }: SwitchProps) {
  const { submitted, submit_again, process_status } = order;
  const isUnsubmitted = submit_again || (submitted === null && !statusRows[process_status].settled);
  const faults = isUnsubmitted ? faultsOf(order.authority_form) : 0;
  return (
    <div data-print="never" className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <fieldset aria-label="Show the facts" className="inline-flex rounded-md border border-line p-0.5">
        {[false, true].map((form) => (
          <button
            key={String(form)}
            type="button"
            aria-pressed={form === asForm}
            onClick={() => onChange(form)}
            className="h-7 rounded px-3 text-ink-soft hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
          >
            {form ? 'For the form' : 'Facts'}
          </button>
        ))}
      </fieldset>
      {asForm && <span className="text-ink-soft">Click a value to copy it, then Enter copies the next one.</span>}
      {faults > 0 && <b className="font-medium text-danger">{`The form will refuse ${faults}.`}</b>}
    </div>
  );
}

function Details({ order, policies }: Pick<FactsProps, 'order' | 'policies'>) {
  return (
    <Section title="Order Details">
      <Facts
        wide={['Application Mailbox', 'Landing Domain', 'Bought under']}
        of={{
          'Order ID': String(order.order_id),
          'Processing Mode': order.processing_mode,
          'Signature Name': order.signature_name,
          Ordered: formatUtc(order.create_ts),
          'Application Mailbox': order.mailbox,
          'Landing Domain': order.landing_domain,
          ...(policies.length > 0 && { 'Bought under': <PolicyLinks policies={policies} /> }),
          ...(order.processed_by && { 'Processed By': order.processed_by }),
        }}
      />
    </Section>
  );
}

function Person(amending: Amended) {
  const { order } = amending;
  return (
    <Section title="Personal Information">
      <Group section="amendName" {...amending}>
        {{ Name: order.full_name }}
      </Group>
      <Group section="amendPassport" {...amending}>
        {{
          'Passport No.': order.passport_hidden ? <HiddenPassport masked={order.passport_no} /> : order.passport_no,
          'Date of Birth': formatLongDate(order.dob),
          Nationality: order.nationality_name,
          'Place of Birth': order.place_of_birth_name,
          Sex: sexes[order.sex] ?? order.sex,
          'Passport Expiry': formatLongDate(order.passport_expiry),
        }}
      </Group>
      <Email {...amending} />
      <Group section="amendPhone" {...amending}>
        {{ 'Mobile Number': order.phone_number && `${order.phone_code} ${order.phone_number}`.trim() }}
      </Group>
    </Section>
  );
}

/** The customer's address; the authority's form has the order's mailbox instead. */
function Email(amending: Amended) {
  const { order } = amending;
  return (
    <Group section="amendEmail" wide={['Contact Email', 'Confirm Email']} {...amending}>
      {{
        'Contact Email': order.contact_email_address,
        'Confirm Email': order.confirm_contact_email_address,
      }}
    </Group>
  );
}

/** Folded for a dispute, which it matters less to. */
function Travel({ isCase, ...amending }: Amended & Pick<FactsProps, 'isCase'>) {
  const { order } = amending;
  return (
    <Section title="Traveling Information" {...(isCase && { folded: travelInShort(order) })}>
      <Group section="amendDates" {...amending}>
        {{ 'Date of Arrival': formatLongDate(order.doa), 'Date of Departure': formatLongDate(order.dod) }}
      </Group>
      <Group section="amendTravel" {...amending}>
        {{
          'Flight/Vessel/Transport No.': order.flight_detail,
          'Mode of Travel': order.mode_of_travel,
          'Last Port of Embarkation': order.last_port_embarkation,
          'Country of Embarkation': order.embarkation_country_name,
        }}
      </Group>
      <Group section="amendStay" {...amending}>
        {{
          'Kind of Stay': order.accommodation_type,
          'Accommodation of Stay': order.accommodation_of_Stay,
          'Address in Malaysia': order.address,
          'Address Line 2': order.address2,
          State: order.state,
          Postcode: order.post_code,
          City: order.city,
        }}
      </Group>
    </Section>
  );
}

function travelInShort({ doa, dod, flight_detail: flight, accommodation_of_Stay: stay }: FactsProps['order']): string {
  const days = [doa, dod].filter((day) => day !== null).map(formatShortDay);
  return [days.join(' to '), flight, stay].filter(Boolean).join(' · ');
}

function Payment({ order }: Pick<FactsProps, 'order'>) {
  return (
    <Section title="Payment">
      <Facts
        of={{
          'Transaction Id': order.transaction_id,
          'Merchant Name': order.merchant_name,
          Amount: money(order.amount, order.currency),
          Paid: formatUtc(order.paid_at),
          Gateway: order.gateway_name,
          Card: order.card_last4 && `${order.card_brand ?? ''} •••• ${order.card_last4}`.trim(),
          'Statement Descriptor': order.statement_descriptor,
          ...(order.refund_date && { Refunded: formatUtc(order.refund_date) }),
          // of several charges their panel says it
          ...(order.refunds.length > 0 &&
            order.charges.length < 2 && {
              'Given back': partOf(order.refund_amount, order.amount, order.currency),
              'Refund Reference': order.refund_reference,
            }),
        }}
      />
    </Section>
  );
}

type GroupProps = Amended & {
  section: AmendSection;
  wide?: readonly string[];
  children: Record<string, ReactNode>;
};

/** The facts that are amended together, with the pencil that does it. */
function Group({ section, wide, children, ...amending }: GroupProps) {
  return (
    <section aria-label={amendSections[section].title}>
      <Facts of={children} wide={wide} action={<Amend {...amending} sections={[section]} />} />
    </section>
  );
}

/** The texts that the order was bought under. */
function PolicyLinks({ policies }: { policies: PolicyLink[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4">
      {policies.map(({ kind, version, path }) => (
        <li key={kind}>
          <a href={path} target="_blank" rel="noreferrer" className="text-accent hover:underline">
            {policyKinds[kind].label} {version}
          </a>
        </li>
      ))}
    </ul>
  );
}
