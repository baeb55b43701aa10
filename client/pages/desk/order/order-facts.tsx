import { Copyable } from '@/components/copyable';
import { Facts } from '@/components/facts';
import { Section } from '@/components/section';
import { Time } from '@/components/time';
import { formatLongDate, formatUtc } from '@shared/dates';
import { money } from '@shared/money';
import { type PolicyLink, policyKinds } from '@shared/policy-kinds';
import type { OrderDetail } from '@shared/orders';

const sexes: Record<string, string> = { M: 'Male', F: 'Female', X: 'Unspecified' };

/** The three sections of facts (docs/product.md#screens), and what was paid. */
export function OrderFacts({ order, policies }: { order: OrderDetail; policies: PolicyLink[] }) {
  return (
    <>
      <Section title="Order Details">
        <Facts
          of={{
            'Order ID': <Copyable text={String(order.order_id)} />,
            'Application Mailbox': <Copyable text={order.mailbox} />,
            'Processing Mode': order.processing_mode,
            'Signature Name': order.signature_name && <bdi>{order.signature_name}</bdi>,
            Ordered: <Time at={order.create_ts} format={formatUtc} />,
            'Landing Domain': order.landing_domain,
            ...(policies.length > 0 && { 'Bought under': <PolicyLinks policies={policies} /> }),
            ...(order.processed_by && { 'Processed By': order.processed_by }),
          }}
        />
      </Section>

      <Section title="Personal Information">
        <Facts
          of={{
            Name: <bdi>{order.full_name}</bdi>,
            'Passport No.': <Copyable text={order.passport_no} />,
            'Date of Birth': formatLongDate(order.dob),
            Nationality: order.nationality_name,
            Sex: sexes[order.sex] ?? order.sex,
            'Passport Expiry': formatLongDate(order.passport_expiry),
            'Contact Email': <Copyable text={order.contact_email_address} />,
            'Confirm Email': <Copyable text={order.confirm_contact_email_address} />,
            'Mobile Number': order.phone_number && (
              <Copyable text={`${order.phone_code} ${order.phone_number}`.trim()} />
            ),
          }}
        />
      </Section>

      <Section title="Traveling Information">
        <Facts
          of={{
            'Date of Arrival': formatLongDate(order.doa),
            'Date of Departure': formatLongDate(order.dod),
            'Flight/Vessel/Transport No.': order.flight_detail,
            'Mode of Travel': order.mode_of_travel,
            'Last Port of Embarkation': order.last_port_embarkation,
            'Accommodation of Stay': order.accommodation_of_Stay,
            'Address in Malaysia': order.address,
            State: order.state,
            Postcode: order.post_code,
            City: order.city,
          }}
        />
      </Section>

      <Section title="Payment">
        <Facts
          of={{
            'Transaction Id': order.transaction_id && <Copyable text={order.transaction_id} />,
            'Merchant Name': order.merchant_name,
            Amount: money(order.amount, order.currency),
            Paid: order.paid_at && <Time at={order.paid_at} format={formatUtc} />,
            Gateway: order.gateway_name,
            Card: order.card_last4 && `${order.card_brand ?? ''} •••• ${order.card_last4}`.trim(),
            'Statement Descriptor': order.statement_descriptor,
            ...(order.refund_date && { Refunded: <Time at={order.refund_date} format={formatUtc} /> }),
          }}
        />
      </Section>
    </>
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
