import { Kbd, labelOf } from '@/components/kbd';
import { Dialog } from '@/components/dialog';
import { Tick } from '@/components/field';
import { useStaff } from '@/hooks/use-can';
import { changeSettings, useSettings } from '@/hooks/use-settings';
import { keyNames, keyRows } from '@shared/keys';
import { moveTargets, statusRows } from '@shared/order-statuses';

const parts = [
  { where: 'everywhere', title: 'On every screen' },
  { where: 'list', title: 'In a list' },
  { where: 'order', title: 'On an order' },
] as const;

/** All keys, and the switch that turns single letters off (docs/screens.md#keys). */
export default function KeyHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { id } = useStaff();
  const { keys } = useSettings();
  return (
    <Dialog open={open} onClose={onClose} title="Keys" size="wide">
      <div className="grid grid-cols-2 gap-x-10 gap-y-5 max-sm:grid-cols-1">
        {parts.map(({ where, title }) => (
          <Part key={where} title={title}>
            {keyNames
              .filter((name) => keyRows[name].where === where)
              .map((name) => (
                <Row key={name} keys={keyRows[name].keys} says={keyRows[name].says} />
              ))}
            {where === 'everywhere' && <Row keys={['Control+z']} says="Undo, while a message offers it" />}
            {where === 'order' && <Row keys={['Control+v']} says="Paste a screenshot of Check Registration" />}
          </Part>
        ))}
        <Part title="After m">
          {moveTargets.map((target) => (
            <Row key={target} keys={[statusRows[target].key!]} says={statusRows[target].button!} />
          ))}
        </Part>
      </div>
      <div className="mt-5 border-t border-line pt-4">
        <Tick
          name="keys"
          label="Single letters are keys"
          checked={keys}
          onChange={(event) => void changeSettings(id, { keys: event.target.checked })}
        />
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <dl className="grid gap-1">{children}</dl>
    </section>
  );
}

function Row({ keys, says }: { keys: readonly string[]; says: string }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="w-24 shrink-0">
        {keys.map((key) => (
          <Kbd key={key}>{labelOf(key)}</Kbd>
        ))}
      </dt>
      <dd className="min-w-0 text-ink-soft">{says}</dd>
    </div>
  );
}
