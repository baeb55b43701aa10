import { Field, Select, TextArea } from '@/components/field';
import { SaveFoot } from '@/components/save-foot';
import { useCheckedForm } from '@/hooks/use-checked-form';
import type { DisputeCase } from '@shared/answers/disputes';
import type { OrderWithHistories } from '@shared/answers/desk';
import { allDisputeNetworks, disputeNetworks, disputeReasons } from '@shared/dispute-reasons';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

type DisputeFormProps = { order: OrderWithHistories; dispute: DisputeCase | null; onDone: () => void };

/** The details of a dispute as the bank's letter gives them; what is not known stays empty. */
export function DisputeForm({ order, dispute, onDone }: DisputeFormProps) {
  const form = useCheckedForm(
    async () => {
      const disputes = await import('@shared/disputes');
      return dispute ? disputes.changeDispute : disputes.addDispute;
    },
    detailsOf(dispute, order),
  );

  /** A date that was not changed keeps its time of day. */
  function time(name: 'opened_at' | 'reply_by') {
    const before = dispute?.[name];
    return before && before.slice(0, 10) === form.data[name] ? before : form.data[name];
  }

  function onSave(event: FormEvent) {
    event.preventDefault();
    const times = { opened_at: time('opened_at'), reply_by: time('reply_by') };
    void form.send(dispute ? 'put' : 'post', dispute ? routes.api.dispute(dispute.id) : routes.api.disputes, {
      also: { ...times, ...(dispute ? { version: dispute.version } : { orderId: order.encoded_id }) },
      onDone,
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={onSave} autoComplete="off" className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Select label="Network" {...form.field('network')}>
          <option value="">By the card</option>
          {allDisputeNetworks.map((network) => (
            <option key={network} value={network}>
              {disputeNetworks[network].label}
            </option>
          ))}
        </Select>
        <Field label="Reason code" list="dispute-codes" {...form.field('reason_code')} />
        <Field label="Case id" {...form.field('case_id')} />
        <Field label="ARN" {...form.field('arn')} />
        <Field label="Amount" inputMode="decimal" {...form.field('amount')} />
        <Field label="Currency" {...form.field('currency')} />
        <Field label="Opened" type="date" {...form.field('opened_at')} />
        <Field label="Reply by" type="date" {...form.field('reply_by')} />
      </div>
      <ReasonCodes />
      {!dispute && (
        <Select label="State" {...form.field('state')}>
          <option value="open">Open: the bank has taken the money</option>
          <option value="inquiry">Inquiry: the bank asks</option>
        </Select>
      )}
      <TextArea label="Note" {...form.field('note')} />
      <SaveFoot busy={form.busy} />
    </form>
  );
}

/** What the form begins with: the dispute's details, or those of the order's payment for a new one. */
function detailsOf(dispute: DisputeCase | null, order: OrderWithHistories) {
  return {
    network: dispute?.network ?? '',
    reason_code: dispute?.reason_code ?? '',
    case_id: dispute?.case_id ?? '',
    arn: dispute?.arn ?? '',
    amount: (dispute ? dispute.amount : order.amount)?.replace(/(\.\d\d)0$/, '$1') ?? '',
    currency: (dispute ? dispute.currency : order.currency) ?? '',
    opened_at: dispute?.opened_at.slice(0, 10) ?? '',
    reply_by: dispute?.reply_by?.slice(0, 10) ?? '',
    note: dispute?.note ?? '',
    state: 'open',
  };
}

function ReasonCodes() {
  return (
    <datalist id="dispute-codes">
      {disputeReasons.map(({ network, code, title }) => (
        <option key={`${network} ${code}`} value={code}>
          {disputeNetworks[network].label}: {title}
        </option>
      ))}
    </datalist>
  );
}
