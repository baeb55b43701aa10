import { buttonClass } from '@/components/button';
import { Amend } from '@/pages/desk/order/amend';
import type { About, Its } from '@/pages/desk/order/attention/about';
import { Moment, Row, rowAction } from '@/pages/desk/order/attention/row';
import { formControls } from '@shared/form/controls';
import { controlsNamedIn } from '@shared/form/named';
import type { ActivityEntry } from '@shared/orders';
import { CircleX } from 'lucide-react';

/** The actions after which a refusal no longer says anything of the order: its form was accepted, or its values or status changed. */
const ends = new Set(['form.accepted', 'order.amended', 'order.row-chosen', 'order.moved', 'order.undone']);

/** The newest refusal of the authority's form, until one of these actions ends it; none once its words are erased. */
export function newestRefusal({ order }: About): ActivityEntry[] {
  if (order.erased_at) return [];
  const newest = order.activity.find(({ action }) => action === 'form.refused' || ends.has(action));
  return newest?.action === 'form.refused' ? [newest] : [];
}

/** The words of the authority's page, and the way to amend what they name. */
export function RefusalRow({ of: refusal, about: { order, open, drafts } }: Its<ActivityEntry>) {
  const named = controlsNamedIn(refusal.note ?? '');
  const labels = named.map((id) => formControls[id].label).join(', ');
  const [first, ...others] = new Set(named.flatMap((id) => formControls[id].amends ?? []));
  return (
    <Row
      icon={CircleX}
      tone="danger"
      says={
        <>
          The authority’s form refused {labels || 'the order'}: <bdi>“{refusal.note}”</bdi>{' '}
          <Moment at={refusal.create_ts} />
        </>
      }
      to={{ id: 'facts', name: 'the facts' }}
    >
      {first && (
        <Amend
          {...{ order, open, drafts }}
          sections={[first, ...others]}
          label="Amend"
          className={buttonClass('quiet', rowAction)}
        />
      )}
    </Row>
  );
}
