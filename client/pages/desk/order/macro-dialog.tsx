import { Dialog } from '@/components/dialog';
import { Field, Select, TextArea, Tick } from '@/components/field';
import { SaveFoot } from '@/components/save-foot';
import { useCan } from '@/hooks/use-can';
import { useDialogWrite } from '@/hooks/use-dialog-write';
import type { Macro } from '@shared/answers/macros';
import { macroMailKinds, mailKindRows } from '@shared/mail-kinds';
import { questionLength, remarkLength } from '@shared/limits';
import { type MacroFlag, macroTicks } from '@shared/macro-rules';
import { moveTargets } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

type MacroDialogProps = { open: boolean; onClose: () => void; macros: Macro[] };
type Typed = Pick<Macro, 'name' | 'shared' | 'remark' | 'flags'> & {
  move: string;
  mail: string;
  question: string;
};

const empty: Typed = { name: '', shared: false, remark: '', flags: [], move: '', mail: '', question: '' };

/** Makes, changes and deletes macros: the member's own, and for Admins and Managers everybody's. */
export function MacroDialog({ open, onClose, macros }: MacroDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Macros">
      <MacroForm macros={macros.filter(({ may_change }) => may_change)} onClose={onClose} />
    </Dialog>
  );
}

function MacroForm({ macros, onClose }: Omit<MacroDialogProps, 'open'>) {
  const can = useCan();
  const [id, setId] = useState<number>();
  const [typed, setTyped] = useState(empty);
  const { send, busy, errors, clearErrors } = useDialogWrite(onClose);

  function choose(chosen: string) {
    const macro = macros.find((one) => String(one.id) === chosen);
    setId(macro?.id);
    setTyped(macro ? typedOf(macro) : empty);
    clearErrors();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void send(id ? 'put' : 'post', id ? routes.api.macro(id) : routes.api.macros, typed);
  }

  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const text = (name: 'name' | 'remark' | 'move' | 'mail' | 'question') => ({
    name,
    id: `macro-${name}`,
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {macros.length > 0 && <WhichMacro {...{ macros, id, choose }} />}
      <Field label="Name" maxLength={60} {...text('name')} />
      <TextArea label="Remark" hint="What it notes on the order." maxLength={remarkLength} {...text('remark')} />
      <Ticks flags={typed.flags} onFlags={(flags) => set({ flags })} />
      <Select label="Move" {...text('move')}>
        <option value="">no move</option>
        {moveTargets.map((target) => (
          <option key={target}>{target}</option>
        ))}
      </Select>
      <Select label="Mail to the customer" {...text('mail')}>
        <option value="">no mail</option>
        {macroMailKinds.map((kind) => (
          <option key={kind} value={kind}>
            {mailKindRows[kind].content}
          </option>
        ))}
      </Select>
      {typed.mail === 'question' && <TextArea label="Question" maxLength={questionLength} {...text('question')} />}
      {can('macros.share') && (
        <Tick
          name="macro-shared"
          label="For everybody"
          checked={typed.shared}
          onChange={({ target }) => set({ shared: target.checked })}
        />
      )}
      <SaveFoot
        busy={busy}
        deletes="Delete macro"
        onDelete={id ? () => void send('put', routes.api.deleteMacro(id), {}) : undefined}
      />
    </form>
  );
}

type WhichMacroProps = { macros: Macro[]; id: number | undefined; choose: (id: string) => void };

function WhichMacro({ macros, id, choose }: WhichMacroProps) {
  return (
    <Select name="macro" label="Macro" value={id ?? ''} onChange={({ target }) => choose(target.value)}>
      <option value="">a new macro</option>
      {macros.map(({ id: known, name, shared }) => (
        <option key={known} value={known}>
          {shared ? `${name} (everybody’s)` : name}
        </option>
      ))}
    </Select>
  );
}

function Ticks({ flags, onFlags }: { flags: MacroFlag[]; onFlags: (flags: MacroFlag[]) => void }) {
  return (
    <fieldset className="grid grid-cols-2 gap-x-3">
      <legend className="sr-only">Ticks of the remark</legend>
      {macroTicks.map(({ name, label }) => (
        <Tick
          key={name}
          name={`macro-${name}`}
          label={label}
          checked={flags.includes(name)}
          onChange={({ target }) =>
            onFlags([...flags.filter((flag) => flag !== name), ...(target.checked ? [name] : [])])
          }
        />
      ))}
    </fieldset>
  );
}

function typedOf({ name, shared, remark, flags, move, mail, question }: Macro): Typed {
  return { name, shared, remark, flags, move: move ?? '', mail: mail ?? '', question: question ?? '' };
}
