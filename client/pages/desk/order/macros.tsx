import { Button } from '@/components/button';
import { dialogLater } from '@/components/dialog-later';
import { Kbd } from '@/components/kbd';
import { choice, useKeys } from '@/hooks/use-keys';
import { useMacros } from '@/pages/desk/order/use-macros';
import { inWords, keyOfMacro } from '@shared/macro-rules';
import type { Pages } from '@shared/pages';
import { useState } from 'react';

const MacroDialog = dialogLater(async () => (await import('@/pages/desk/order/macro-dialog')).MacroDialog);

/** A button for each macro, with what it does and the key that comes after `c` (docs/orders.md#macros). */
export function Macros(shown: Pick<Pages['desk/order'], 'order' | 'open' | 'macros'>) {
  const { offered, running, apply } = useMacros(shown);
  const [isOpen, setOpen] = useState<boolean>();
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
      {isOpen !== undefined && <MacroDialog open={isOpen} onClose={() => setOpen(false)} macros={offered} />}
    </>
  );
}
