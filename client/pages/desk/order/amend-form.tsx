import { DraftNote } from '@/components/draft-note';
import { Field, Select, TextArea } from '@/components/field';
import { SaveFoot } from '@/components/save-foot';
import { useDraftForm } from '@/hooks/use-draft-form';
import { amendFields, type AmendName, type AmendSection, amendSections, amendValues } from '@shared/amend-fields';
import { formControls } from '@shared/form/controls';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

type Fields = Partial<Record<AmendName, string>> & { reason: string };

const kinds: Partial<Record<AmendName, 'date' | 'email' | 'tel'>> = {
  dob: 'date',
  passport_expiry: 'date',
  doa: 'date',
  dod: 'date',
  contact_email_address: 'email',
  phone_code: 'tel',
  phone_number: 'tel',
};

/** The most characters that the authority's form takes of a field that is typed there as it is here. */
const limits: Partial<Record<AmendName, number | undefined>> = {
  full_name: formControls.name.max,
  passport_no: formControls.passNo.max,
  flight_detail: formControls.vesselNm.max,
  address2: formControls.accommodationAddress2.max,
  post_code: formControls.accommodationPostcode.max,
};

/** The fields of one section with the reason of the change. A changed field shows its current value, too. */
export function AmendForm({
  order,
  drafts,
  section,
  onDone,
}: Pick<Pages['desk/order'], 'order' | 'drafts'> & { section: AmendSection; onDone: () => void }) {
  const names: readonly AmendName[] = amendSections[section].fields;
  const stored = amendValues(order);
  const [begun] = useState<Fields>(() => ({
    ...Object.fromEntries(names.map((name) => [name, stored[name]])),
    reason: '',
  }));
  const schema = async () => (await import('@shared/amend')).amendOrder;
  const form = useDraftForm(schema, begun, section, { about: order.order_id, drafts });
  const changed = names.filter((name) => (form.data[name] ?? '').trim() !== stored[name]);
  const isResubmitted =
    order.submitted !== null || order.uploadDoc.length > 0 || order.process_status === 'AwaitingGovt';
  const warns = isResubmitted && changed.some((name) => amendFields[name].onCard);

  function onSave(event: FormEvent) {
    event.preventDefault();
    const changes = Object.fromEntries(changed.map((name) => [name, form.data[name]]));
    void form.send('put', routes.api.amend, {
      also: { orderId: order.encoded_id, version: order.version, changes },
      onDone,
    });
  }

  return (
    <form id={form.id} noValidate onSubmit={onSave} autoComplete="off" className="grid gap-4">
      {names.map((name) => {
        const of = {
          ...form.field(name),
          id: `amend-${name}`,
          label: amendFields[name].label,
          hint: changed.includes(name) && <Hint now={stored[name]} then={form.data[name] ?? ''} limit={limits[name]} />,
        };
        return name === 'sex' ? (
          <Select key={name} {...of}>
            <option value="F">Female</option>
            <option value="M">Male</option>
            <option value="X">Unspecified</option>
          </Select>
        ) : (
          <Field key={name} {...of} type={kinds[name] ?? 'text'} dir={kinds[name] ? undefined : 'auto'} />
        );
      })}
      <TextArea
        id="amend-reason"
        label="Reason"
        hint="The timeline shows it."
        rows={2}
        maxLength={500}
        {...form.field('reason')}
      />
      {warns && (
        <output className="block rounded-md bg-caution-soft px-3 py-2 text-caution">
          This is on the card. The order has to be submitted again, and the customer’s page no longer shows the card of
          before.
        </output>
      )}
      <DraftNote draft={form.draft} />
      <SaveFoot busy={form.busy} />
    </form>
  );
}

/** A field is saved at any length that the intake takes, because the passport may say it; a check then marks what is too long. */
function Hint({ now, then, limit }: { now: string; then: string; limit: number | undefined }) {
  const { length } = then.trim();
  return (
    <>
      Now: <bdi className="wrap-anywhere">{now || 'not on record'}</bdi>
      {limit !== undefined && length > limit && (
        <span className="block text-caution">{`The authority’s form takes ${limit} characters; these are ${length}.`}</span>
      )}
    </>
  );
}
