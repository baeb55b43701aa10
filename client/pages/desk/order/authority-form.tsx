import { Button } from '@/components/button';
import { Copyable } from '@/components/copyable';
import { Section } from '@/components/section';
import { useCan } from '@/hooks/use-can';
import { useWrite } from '@/hooks/use-write';
import { Amend } from '@/pages/desk/order/amend';
import { FillPage } from '@/pages/desk/order/fill-page';
import { useMoves } from '@/pages/desk/order/use-moves';
import { HiddenPassport } from '@/pages/desk/order/shown-passport';
import type { AmendSection } from '@shared/amend-fields';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { FormField } from '@shared/authority-form';
import { kualaLumpurToday, plainDay } from '@shared/dates';
import { formControls } from '@shared/form/controls';
import { ariaKeys, keyRows } from '@shared/keys';
import { nextMove } from '@shared/order-statuses';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useSyncExternalStore } from 'react';

type FormProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts'>;

/** Whether the next thing to do for an order is to submit it. */
export function isToSubmit({ submit_again, process_status }: OrderWithHistories): boolean {
  return submit_again || nextMove(process_status, false) === 'AwaitingGovt';
}

/**
 * The sections of an order in the order and spelling of the authority's form (docs/form.md#the-authoritys-form): every value
 * copies with a click, Enter copies the next one.
 * @param children what of the person the form does not ask for
 */
export function AuthorityForm({ children, ...amending }: FormProps & { children: ReactNode }) {
  const { order, open } = amending;
  const copying = useCopying();
  const isJourney = ({ id }: FormField) => journeySections.has(formControls[id].amends);
  return (
    <div {...copying}>
      <Section title="Personal Information">
        <Rows fields={order.authority_form.filter((field) => !isJourney(field))} {...amending} />
        <div className="sm:[--names:10.5rem]">{children}</div>
      </Section>
      <Section title="Traveling Information">
        <Rows fields={order.authority_form.filter(isJourney)} {...amending} />
        <OtherDay />
        <SubmittedButton order={order} open={open} />
      </Section>
    </div>
  );
}

const journeySections = new Set<AmendSection | undefined>(['amendDates', 'amendTravel', 'amendStay']);

function Rows({ fields, order, open, drafts }: FormProps & { fields: FormField[] }) {
  const { submitted, submit_again } = order;
  return (
    <div data-for-form className="@container">
      {groupsOf(fields).map((group) => {
        const { amends } = formControls[group[0]!.id];
        return (
          <div key={group[0]!.id} className="relative border-t border-line py-1">
            <dl className="grid gap-x-6 pr-8 @min-[40rem]:grid-cols-2">
              {group.map((field) => {
                const before = submit_again ? submitted?.fields.find(({ id }) => id === field.id)?.value : undefined;
                return (
                  <div
                    key={field.id}
                    className={`grid grid-cols-[10.5rem_minmax(0,1fr)] content-start gap-x-3 py-1 max-sm:grid-cols-1 ${isLong(field) ? '@min-[40rem]:col-span-2' : ''}`}
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
            {amends && (
              <div className="absolute top-0.5 right-0">
                <Amend {...{ order, open, drafts }} sections={[amends]} />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The fields that follow each other and are amended together. */
function groupsOf(fields: FormField[]): FormField[][] {
  const groups: FormField[][] = [];
  for (const field of fields) {
    const group = groups.at(-1);
    if (group && formControls[group[0]!.id].amends === formControls[field.id].amends) group.push(field);
    else groups.push([field]);
  }
  return groups;
}

/** How many letters of a value fit into a column. */
const columnLetters = 16;

/** Whether the field has both columns: its value is long, or something is said of it. */
function isLong({ value, sent, fault, note, choices, chosen }: FormField): boolean {
  return value.length > columnLetters || choices.length > 0 || Boolean(sent ?? fault ?? note ?? chosen);
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
        <span className="text-sm text-ink-faint">
          {' · '}Sent as <bdi translate="no">{sent}</bdi>
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
  return days && <p className="mt-2 border-t border-line py-2 text-caution">{days}</p>;
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
    <div className="mt-1 flex flex-wrap items-center gap-3 border-t border-line pt-3">
      <FillPage order={order} page="form" />
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

const formValue = '[data-for-form] .copyable';

/** Enter on a value that was copied last copies the next one. The layout copies what is clicked (copyable.tsx). */
function useCopying() {
  const last = useRef<Element>(null);
  const valueOf = (target: EventTarget) => (target instanceof Element ? target.closest(formValue) : null);
  return {
    onClick: ({ target }: MouseEvent) => {
      last.current = valueOf(target) ?? last.current;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const value = valueOf(event.target);
      if (event.key !== 'Enter' || !value || value !== last.current) return;
      const values = [...event.currentTarget.querySelectorAll<HTMLElement>(formValue)];
      const next = values[values.indexOf(value as HTMLElement) + 1];
      event.preventDefault();
      next?.focus();
      next?.click();
    },
  };
}
