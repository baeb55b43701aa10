import { Button } from '@/components/button';
import { dialogLater } from '@/components/dialog-later';
import { Kbd } from '@/components/kbd';
import { choice, useKeys } from '@/hooks/use-keys';
import type { Macros as Offered } from '@/pages/desk/order/use-macros';
import { inWords, keyOfMacro } from '@shared/macro-rules';
import { useState } from 'react';

const MacroDialog = dialogLater(async () => (await import('@/pages/desk/order/macro-dialog')).MacroDialog);

/** A button for each macro, with what it does and the key that comes after `c` (docs/orders.md#macros). */
export function Macros({ macros: { offered, running, apply } }: { macros: Offered }) {
  const [open, setOpen] = useState<boolean>();
  useKeys({
    macro: () =>
      choice.set({
        title: 'Macro',
        of: offered.flatMap((macro, place) => {
          const key = macro.refused === undefined && keyOfMacro(place);
          return key ? [{ key, says: macro.name, act: () => void apply(macro) }] : [];
        }),
      }),
  });
  return (
    <>
      <ul className="grid">
        {offered.map((macro, place) => {
          const key = keyOfMacro(place);
          return (
            <li key={macro.id}>
              <Button
                tone="quiet"
                busy={running === String(macro.id)}
                refused={macro.refused}
                title={macro.refused ?? macro.remark}
                className="w-full justify-start whitespace-normal! text-left"
                onClick={() => void apply(macro)}
              >
                <span className="min-w-0 flex-1">
                  <bdi className="wrap-anywhere text-ink">{macro.name}</bdi>{' '}
                  <span className="text-sm font-normal text-ink-faint">{inWords(macro, 'before')}</span>
                </span>
                {key && <Kbd>{`c ${key}`}</Kbd>}
              </Button>
            </li>
          );
        })}
      </ul>
      <Button tone="quiet" aria-haspopup="dialog" className="mt-1.5" onClick={() => setOpen(true)}>
        Edit macros
      </Button>
      {open !== undefined && <MacroDialog open={open} onClose={() => setOpen(false)} macros={offered} />}
    </>
  );
}
