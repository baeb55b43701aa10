import { Button } from '@/components/button';
import { DraftNote } from '@/components/draft-note';
import { TextArea, Tick } from '@/components/field';
import { useDraftForm } from '@/hooks/use-draft-form';
import { useSlash } from '@/pages/desk/order/slash-macros';
import { useMacros } from '@/pages/desk/order/use-macros';
import { remarkFlags } from '@shared/remark-flags';
import { remarkLength } from '@shared/limits';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

const nothing = {
  remark: '',
  whatsapp: false,
  telephone: false,
  statusRefund: false,
  voided: false,
  chargeBack: false,
  reportError: false,
};

const printedFlags = remarkFlags.filter((flag) => 'printed' in flag).map(({ label }) => label);

type AddCommentProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts' | 'macros'>;

/** A remark about the order with its flags; every member may add one, whoever holds the order. `/` finds a macro. */
export function AddComment({ order, open, drafts, macros }: AddCommentProps) {
  const { offered, apply } = useMacros({ order, open, macros });
  const schema = async () => (await import('@shared/remarks')).addRemark;
  const form = useDraftForm(schema, nothing, 'remark', { about: order.order_id, drafts });

  const slash = useSlash({
    text: form.data.remark,
    offered,
    apply,
    clear: () => form.setData((data) => ({ ...data, remark: '' })),
  });

  function onAdd(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.addRemark, { also: { orderId: order.encoded_id }, onDone: form.clearSent });
  }

  return (
    <form id={form.id} noValidate onSubmit={onAdd}>
      <TextArea
        label="Remark"
        hideLabel
        placeholder="What happened, what was agreed; / finds a macro"
        maxLength={remarkLength}
        {...form.field('remark')}
        {...slash.field}
      />
      {slash.list}
      <div className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-1">
        {remarkFlags.map(({ name, label }) => (
          <Tick
            key={name}
            name={name}
            label={label}
            checked={form.data[name]}
            onChange={(event) => form.setData(name, event.target.checked)}
          />
        ))}
      </div>
      <DraftNote draft={form.draft}>{`${printedFlags.join(' and ')} go into defence packs`}</DraftNote>
      <Button type="submit" busy={form.busy} className="mt-1.5 w-full">
        Add Comment
      </Button>
    </form>
  );
}
