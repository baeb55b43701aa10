import { Button } from '@/components/button';
import { Copyable } from '@/components/copyable';
import { Section } from '@/components/section';
import { useCan } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { FillForm } from '@/pages/desk/order/fill-form';
import { useMoves } from '@/pages/desk/order/use-moves';
import { HiddenPassport } from '@/pages/desk/order/shown-passport';
import type { OrderWithHistories } from '@shared/answers/desk';
import { faultsOf, type FormField } from '@shared/authority-form';
import { kualaLumpurToday, plainDay } from '@shared/dates';
import { ariaKeys, keyRows } from '@shared/keys';
import { nextMove } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { type KeyboardEvent, type MouseEvent, useRef, useSyncExternalStore } from 'react';

/**
 * The authority's form for this order (docs/form.md#the-authoritys-form): every value copies with a click, Enter copies
 * the next one. It is open while the order is to be submitted.
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
          {fields.map((field) => {
            const before = submit_again ? submitted?.fields.find(({ id }) => id === field.id)?.value : undefined;
            return (
              <div
                key={field.id}
                className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-3 py-1 not-first:border-t not-first:border-line max-sm:grid-cols-1"
              >
                <dt className="text-ink-faint">{field.label}</dt>
                <dd className={`wrap-anywhere [&_.copyable]:whitespace-normal ${field.fault ? 'text-danger' : ''}`}>
                  <Value field={field} isHidden={order.passport_hidden && field.id === 'passNo'} />
                  <Choices order={order} field={field} open={open} />
                  {before !== undefined && before !== field.value && (
                    <span className="block text-sm text-caution">{`Submitted was ${before || 'nothing'}.`}</span>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
        <OtherDay />
        <SubmittedButton order={order} open={open} />
      </details>
    </Section>
  );
}

/** The value, what the shop sent where that is another text, and what is wrong with it or to be looked at. */
function Value({ field: { value, sent, fault, note }, isHidden }: { field: FormField; isHidden: boolean }) {
  return (
    <>
      {isHidden ? (
        <HiddenPassport masked={value} />
      ) : (
        value && <Copyable text={value} className="text-left tabular-nums" />
      )}
      {sent && (
        <span className="block text-sm text-ink-faint">
          Sent as <bdi translate="no">{sent}</bdi>
        </span>
      )}
      {fault && <span className="block text-sm">{fault}</span>}
      {note && <span className="block text-sm text-caution">{note}</span>}
    </>
  );
}

/** The rows that may be meant, each to be chosen with one press; and the way back from one that a member chose. */
function Choices({ order, field, open }: { order: OrderWithHistories; field: FormField; open: boolean }) {
  const { running, run } = useWrite();
  const mayAmend = useCan()('orders.amend') && open && order.process_status !== 'Deleted';
  const choose = (code: string | null) => {
    const body = { orderId: order.encoded_id, version: order.version, field: field.id, code };
    void run(`${field.id} ${code}`, { method: 'put', path: routes.api.chooseFormRow, body });
  };
  if (!mayAmend || (field.choices.length === 0 && !field.chosen)) return null;
  return (
    <fieldset aria-label={`Rows for ${field.label}`} className="my-1 flex flex-wrap gap-1.5">
      {field.choices.map(({ code, name }) => (
        <Button key={code} busy={running === `${field.id} ${code}`} onClick={() => choose(code)}>
          {name}
        </Button>
      ))}
      {field.chosen && (
        <Button busy={running === `${field.id} null`} onClick={() => choose(null)}>
          Undo the choice
          <span className="sr-only"> of {field.label}</span>
        </Button>
      )}
    </fieldset>
  );
}

/** That the form counts its days by the member's computer, where that has another day than Malaysia. */
function OtherDay() {
  const days = useSyncExternalStore(never, otherDay, () => null);
  return days && <p className="border-t border-line px-3 py-2 text-caution">{days}</p>;
}

const never = () => () => undefined;

function otherDay(): string | null {
  const now = new Date();
  const here = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const there = kualaLumpurToday(now);
  if (here === there) return null;
  return `In Malaysia it is ${plainDay(there)}, on this computer ${plainDay(here)}. The form counts by this computer’s day.`;
}

function SubmittedButton({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const { running, move } = useMoves(order);
  if (!open || !order.allowed_moves.includes('AwaitingGovt')) return null;

  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line p-3">
      <FillForm order={order} />
      <Button
        busy={running !== undefined}
        title={keyRows.submitted.keys[0]}
        aria-keyshortcuts={ariaKeys('submitted')}
        onClick={() => void move('AwaitingGovt')}
      >
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
