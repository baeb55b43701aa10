import { Button, type ButtonTone } from '@/components/button';
import { TextArea } from '@/components/field';
import type { Macro } from '@shared/answers/macros';
import { questionLength } from '@shared/limits';
import { type FormEvent, useEffect, useRef, useState } from 'react';

/** A macro as it is offered for an order. */
export type OfferedMacro = Macro & {
  /** Why it can't be applied to this order; undefined when it can. */
  refused: string | undefined;
};

type MacroQuestionProps = {
  macro: OfferedMacro;
  /** The address of the order. */
  to: string;
  busy: boolean;
  /** Of the button that sends. */
  tone?: ButtonTone;
  onTyped?: () => void;
  /** Applies the macro with this text. */
  onSend: (text: string) => void;
  onLeave: () => void;
};

/**
 * The question that a macro mails, to be read and changed before it goes out (docs/orders.md#macros). When the macro is refused
 * in the meantime, the text stays and can be sent as soon as the macro can be applied again. While it is being sent it can't be
 * left.
 */
export function MacroQuestion({ macro, to, busy, tone, onTyped, onSend, onLeave }: MacroQuestionProps) {
  const [text, setText] = useState(macro.question ?? '');
  const form = useRef<HTMLFormElement>(null);
  // what the sending itself changes refuses nothing
  const refused = busy ? undefined : macro.refused;
  const whyNotNow = refused ?? (text.trim() === '' ? 'Please write the question.' : undefined);

  useEffect(() => {
    const field = form.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (whyNotNow === undefined) onSend(text);
  }

  return (
    <form ref={form} data-unsent onSubmit={onSubmit} className="grid scroll-mt-(--jump) gap-2.5">
      <p>
        <bdi className="font-medium">{macro.name}</bdi>{' '}
        <span className="text-ink-soft">
          mails this to <bdi className="wrap-anywhere">{to}</bdi>
          {macro.move && `, moves the order to ${macro.move}`} and adds the comment “<bdi>{macro.remark}</bdi>”
        </span>
      </p>
      <TextArea
        name="macroQuestion"
        label="Text of the mail"
        hideLabel
        rows={5}
        maxLength={questionLength}
        value={text}
        readOnly={busy}
        onChange={({ target }) => {
          setText(target.value);
          onTyped?.();
        }}
        onKeyDown={({ key }) => key === 'Escape' && onLeave()}
      />
      {refused && (
        <output className="block rounded-md bg-caution-soft px-3 py-2 text-caution">
          This can’t be sent now. {refused}
        </output>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" refused={busy ? 'It is being sent.' : undefined} onClick={onLeave}>
          Cancel
        </Button>
        <Button type="submit" tone={tone} busy={busy} refused={whyNotNow}>
          {macro.move ? 'Send and move' : 'Send'}
        </Button>
      </div>
    </form>
  );
}
