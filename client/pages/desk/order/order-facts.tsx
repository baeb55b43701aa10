import { Facts } from '@/components/facts';
import { Section } from '@/components/section';
import { Amend } from '@/pages/desk/order/amend';
import { HiddenPassport } from '@/pages/desk/order/shown-passport';
import { type AmendSection, amendSections } from '@shared/amend-fields';
import { formatLongDate, formatUtc } from '@shared/dates';
import { money } from '@shared/money';
import { type PolicyLink, policyKinds } from '@shared/policy-kinds';
import { partOf } from '@shared/refunds';
import type { Pages } from '@shared/pages';
import type { ReactNode } from 'react';

const sexes: Record<string, string> = { M: 'Male', F: 'Female', X: 'Unspecified' };

type FactsProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts' | 'policies'>;
type Amended = Pick<FactsProps, 'order' | 'open' | 'drafts'>;

/** The three sections of facts (docs/screens.md#screens), and what was paid. */
export function OrderFacts({ policies, ...amending }: FactsProps) {
  const { order } = amending;
  return (
    <>
      <Section title="Order Details">
        <Facts
          of={{
            'Order ID': String(order.order_id),
            'Application Mailbox': order.mailbox,
            'Processing Mode': order.processing_mode,
            'Signature Name': order.signature_name,
            Ordered: formatUtc(order.create_ts),
            'Landing Domain': order.landing_domain,
            ...(policies.length > 0 && { 'Bought under': <PolicyLinks policies={policies} /> }),
            ...(order.processed_by && { 'Processed By': order.processed_by }),
          }}
        />
      </Section>

      <Person {...amending} />
      <Travel {...amending} />
      <Payment order={order} />
    </>
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
          'Place of Birth': order.place_of_birth,
          Sex: sexes[order.sex] ?? order.sex,
          'Passport Expiry': formatLongDate(order.passport_expiry),
        }}
      </Group>
      <Group section="amendEmail" {...amending}>
        {{
          'Contact Email': order.contact_email_address,
          'Confirm Email': order.confirm_contact_email_address,
        }}
      </Group>
      <Group section="amendPhone" {...amending}>
        {{ 'Mobile Number': order.phone_number && `${order.phone_code} ${order.phone_number}`.trim() }}
      </Group>
    </Section>
  );
}

function Travel(amending: Amended) {
  const { order } = amending;
  return (
    <Section title="Traveling Information">
      <Group section="amendDates" {...amending}>
        {{ 'Date of Arrival': formatLongDate(order.doa), 'Date of Departure': formatLongDate(order.dod) }}
      </Group>
      <Group section="amendTravel" {...amending}>
        {{
          'Flight/Vessel/Transport No.': order.flight_detail,
          'Mode of Travel': order.mode_of_travel,
          'Last Port of Embarkation': order.last_port_embarkation,
          'Country of Embarkation': order.embarkation_country,
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
  children: Record<string, ReactNode>;
};

/** The facts that are amended together, with the pencil that does it. */
function Group({ section, children, ...amending }: GroupProps) {
  const { title } = amendSections[section];
  return (
    <section aria-label={title}>
      <div className="flex items-center gap-1 pt-2">
        <h3 className="text-sm font-medium text-ink-soft">{title}</h3>
        <Amend {...amending} sections={[section]} />
      </div>
      <Facts of={children} />
    </section>
  );
}

/** The texts that the order was bought under. */
function PolicyLinks({ policies }: { policies: PolicyLink[] }) {
  return (
    <ul>
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
