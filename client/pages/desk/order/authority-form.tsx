import { Button } from '@/components/button';
import { Copyable } from '@/components/copyable';
import { Section } from '@/components/section';
import { useMoveQuestion } from '@/hooks/use-move-question';
import { useWrite } from '@/hooks/use-write';
import { HiddenPassport } from '@/pages/desk/order/shown-passport';
import type { OrderWithHistories } from '@shared/answers/desk';
import { passportLabel } from '@shared/amend-fields';
import { faultsOf } from '@shared/authority-form';
import { nextMove } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';

/**
 * The authority's form for this order (docs/product.md#the-authoritys-form): every value copies with a click, Enter copies
 * the next one. It stands open while the order is to be submitted.
 */
export function AuthorityForm({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { authority_form: fields, submitted, submit_again, process_status } = order;
  const isNext = submit_again || nextMove(process_status, false) === 'AwaitingGovt';
  const faults = faultsOf(fields);
  const copying = useCopying();
  return (
    <Section title="For the authority’s form">
      <details open={isNext} className="rounded-md border border-line">
        <summary className="min-h-control px-3 py-2">
          Click a value to copy it, then Enter copies the next one.
          {faults > 0 && <b className="ml-2 font-medium text-danger">{`The form will refuse ${faults}.`}</b>}
        </summary>
        <dl {...copying} className="border-t border-line px-3 py-1">
          {fields.map(({ label, value, fault }, at) => {
            const before = submit_again ? submitted?.fields[at]?.value : undefined;
            return (
              <div
                key={label}
                className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-3 py-1 not-first:border-t not-first:border-line max-sm:grid-cols-1"
              >
                <dt className="text-ink-faint">{label}</dt>
                <dd className={`wrap-anywhere [&_.copyable]:whitespace-normal ${fault ? 'text-danger' : ''}`}>
                  {order.passport_hidden && label === passportLabel ? (
                    <HiddenPassport masked={value} />
                  ) : (
                    value && <Copyable text={value} className="text-left tabular-nums" />
                  )}
                  {fault && <span className="block text-sm">{fault}</span>}
                  {before !== undefined && before !== value && (
                    <span className="block text-sm text-caution">{`Submitted was ${before || 'nothing'}.`}</span>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
        <SubmittedButton order={order} open={open} />
      </details>
    </Section>
  );
}

function SubmittedButton({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, run } = useWrite();
  const mayMove = useMoveQuestion();
  if (!open || !order.allowed_moves.includes('AwaitingGovt')) return null;

  async function onSubmitted() {
    const faults = faultsOf(order.authority_form);
    if (!(await mayMove('AwaitingGovt', { status: order.process_status, lacksCard: false, faults }))) return;
    const body = { orderId: order.encoded_id, version: order.version, updatingStatus: 'AwaitingGovt' };
    void run('submitted', { method: 'put', path: routes.api.move, body });
  }

  return (
    <div className="border-t border-line p-3">
      <Button busy={running === 'submitted'} onClick={() => void onSubmitted()}>
        Submitted
      </Button>
    </div>
  );
}

/** Enter on a value that was copied last copies the next one. The layout copies what is clicked (copyable.tsx). */
function useCopying() {
  const last = useRef<Element>(null);
  const valueOf = (target: EventTarget) => (target instanceof Element ? target.closest('.copyable') : null);
  return {
    onClick: ({ target }: MouseEvent) => {
      last.current = valueOf(target) ?? last.current;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const value = valueOf(event.target);
      if (event.key !== 'Enter' || !value || value !== last.current) return;
      const values = [...event.currentTarget.querySelectorAll<HTMLElement>('.copyable')];
      const next = values[values.indexOf(value as HTMLElement) + 1];
      event.preventDefault();
      next?.focus();
      next?.click();
    },
  };
}
