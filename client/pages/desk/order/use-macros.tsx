import type { OfferedMacro } from '@/components/macro-question';
import { useLastProvider } from '@/hooks/last-provider';
import { useCardQuestion } from '@/hooks/use-card-question';
import { useMailQuestion } from '@/hooks/use-mail-question';
import { useWrite } from '@/hooks/use-write';
import { useMoveQuestion } from '@/hooks/use-move-question';
import { say } from '@/hooks/use-toasts';
import { goToQuestion } from '@/pages/desk/order/ask-customer';
import { seenMailOf } from '@/pages/desk/order/use-card-sending';
import { uploadUnderWay } from '@/writes/uploads';
import type { Macro } from '@shared/answers/macros';
import { faultsOf } from '@shared/authority-form';
import { isCardSent } from '@shared/mail-kinds';
import { seenOf, whyNot } from '@shared/macro-rules';
import type { Pages } from '@shared/pages';
import { isErased } from '@shared/retention';
import { routes } from '@shared/routes';
import { createContext, type ReactNode, use, useRef, useState } from 'react';

type UnderWay = ReturnType<typeof useWrite> & {
  /** The macro whose question is looked at, and its order. */
  asked: { of: number; macro: Macro } | undefined;
  ask: (asked: UnderWay['asked']) => void;
  /** Notes that the member changed the text of that question. */
  onTyped: () => void;
  wasTyped: () => boolean;
};

const UnderWay = createContext<UnderWay | undefined>(undefined);

/** Holds what is under way with the macros for the parts of the page that use them, so that the page itself is not rendered again. */
export function MacrosProvider({ children }: { children: ReactNode }) {
  const writing = useWrite();
  const [asked, setAsked] = useState<UnderWay['asked']>();
  const typed = useRef(false);
  function ask(next: UnderWay['asked']) {
    typed.current = false;
    setAsked(next);
  }
  const onTyped = () => {
    typed.current = true;
  };
  return <UnderWay value={{ ...writing, asked, ask, onTyped, wasTyped: () => typed.current }}>{children}</UnderWay>;
}

/**
 * The macros of an order's page, for each part that uses them (docs/orders.md#macros). `apply` applies one, and `running` names
 * the one under way. One that mails is looked at first: a question becomes `asking`, whose text is in the messages' form until
 * `send` or `leave`. While it is being sent it can't be left, and no other one takes its place.
 */
export function useMacros({ order, open, macros }: Pick<Pages['desk/order'], 'order' | 'open' | 'macros'>) {
  const { running, run, asked, ask, onTyped, wasTyped } = use(UnderWay)!;
  const mayMove = useMoveQuestion();
  const mayMail = useMailQuestion();
  const askCard = useCardQuestion();
  const mailServiceProvider = useLastProvider();
  const [card] = order.uploadDoc;
  const facts = {
    status: order.process_status,
    moves: order.allowed_moves,
    keptBy: open ? null : (order.assign_to ?? 'Somebody else'),
    hasCard: card !== undefined && !card.outdated && card.erased_at === null,
    isErased: isErased(order.contact_email_address),
  };
  const offer = (macro: Macro): OfferedMacro => ({ ...macro, refused: whyNot(macro, facts) });
  const offered = macros.map(offer);
  // the macro as the member saw it; whether it can be sent may have changed since
  const asking = asked?.of === order.order_id ? offer(asked.macro) : undefined;
  const isSending = asking !== undefined && running === String(asking.id);

  /** @returns whether it was applied, or its question is being looked at */
  async function apply(macro: OfferedMacro): Promise<boolean> {
    const { mail, refused } = macro;
    if (refused !== undefined) return false;
    if (mail === 'question') {
      if (asking?.id === macro.id) goToQuestion();
      else if (asking && (isSending || wasTyped())) {
        goToQuestion();
        await say({ type: 'error', message: `Please send or cancel “${asking.name}” first.` });
        return false;
      } else ask({ of: order.order_id, macro });
      return true;
    }
    if (!(await mayMail(macro, { ...order, name: `Order ${order.order_id}` }))) return false;
    return send(macro);
  }

  /** @param question the text to mail in place of the macro's own question; it is let go of once it is sent */
  async function send(macro: OfferedMacro, question?: string): Promise<boolean> {
    const { id, name, move, mail } = macro;
    const upload = move || mail ? uploadUnderWay(order.encoded_id) : undefined;
    const lacksCard = upload === undefined && (card?.outdated || !isCardSent(order.mailHistory));
    const about = { status: order.process_status, lacksCard, faults: faultsOf(order.authority_form) };
    if (move && !(await mayMove(move, about))) return false;
    const after = upload && { outcome: upload, otherwise: `${name} was not applied, because the card was not sent.` };
    const body = {
      orderId: order.encoded_id,
      macroId: id,
      version: order.version,
      mailServiceProvider,
      question,
      seen: seenOf(macro),
    };
    const outcome = await askCard(order, seenMailOf(order), (known) =>
      run(String(id), { method: 'post', path: routes.api.applyMacro, body: { ...body, ...known }, after }),
    );
    if (outcome?.done && question !== undefined) ask(undefined);
    return outcome?.done ?? false;
  }

  function leave() {
    if (!isSending) ask(undefined);
  }

  return { offered, running, apply, asking, isSending, onTyped, send, leave };
}
export type Macros = ReturnType<typeof useMacros>;
