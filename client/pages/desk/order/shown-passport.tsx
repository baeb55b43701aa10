import { callApi } from '@/hooks/call-api';
import { say } from '@/hooks/use-toasts';
import { askForFactor } from '@/writes/fresh-factor';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { ShownPassport } from '@shared/answers/orders';
import { routes } from '@shared/routes';
import { createContext, type ReactNode, use, useState } from 'react';

type Show = { isShowing: boolean; show: () => Promise<void> };

const ShowPassport = createContext<Show>({ isShowing: false, show: () => Promise.resolve() });

/**
 * The order with its passport number, once the member has asked for it (docs/people.md#passport-numbers). The number is
 * in the page's memory alone, and only until another order or another number is shown.
 */
export function useShownPassport(order: OrderWithHistories): { order: OrderWithHistories; showing: Show } {
  const [shown, setShown] = useState<ShownPassport & { of: string }>();
  const [isShowing, setShowing] = useState(false);
  const of = `${order.order_id} ${order.passport_no}`;

  async function show(): Promise<void> {
    if (isShowing) return;
    setShowing(true);
    try {
      const answer = await ask(order.encoded_id);
      if (answer) setShown({ ...answer, of });
    } catch (error) {
      void say({ type: 'error', message: (error as Error).message });
    }
    setShowing(false);
  }

  const showing = { isShowing, show };
  if (!order.passport_hidden || shown?.of !== of) return { order, showing };
  const authority_form = order.authority_form.map((field) =>
    field.id === 'passNo' ? { ...field, value: shown.in_form } : field,
  );
  return { order: { ...order, passport_no: shown.passport_no, passport_hidden: false, authority_form }, showing };
}

/** The number; undefined when the member gave no fresh proof of the second factor. @throws Error with the refusal. */
async function ask(orderId: string): Promise<ShownPassport | undefined> {
  const answer = await callApi<ShownPassport>('post', routes.api.showPassport, { orderId });
  if (answer.status === 1) return answer.data;
  if (answer.missing !== 'fresh factor') throw new Error(answer.message);
  return (await askForFactor()) ? ask(orderId) : undefined;
}

export function ShowPassportProvider({ showing, children }: { showing: Show; children: ReactNode }) {
  return <ShowPassport value={showing}>{children}</ShowPassport>;
}

/** A hidden passport number with the button that shows it; each press is noted. */
export function HiddenPassport({ masked }: { masked: string }) {
  const { isShowing, show } = use(ShowPassport);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3">
      <span translate="no">{masked}</span>
      <button
        type="button"
        aria-disabled={isShowing || undefined}
        aria-label="Show the passport number"
        title="It is noted that you saw it"
        data-print="never"
        onClick={() => void show()}
        className="rounded-xs text-accent hover:underline aria-disabled:opacity-50"
      >
        Show
      </button>
    </span>
  );
}
