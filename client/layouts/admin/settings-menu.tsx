import { Kbd } from '@/components/kbd';
import { Tick } from '@/components/field';
import { useStaff } from '@/hooks/use-can';
import { actionOf } from '@/hooks/use-keys';
import { changeSettings, useSettings } from '@/hooks/use-settings';
import type { Settings } from '@shared/settings';

const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const satisfies Record<Settings['theme'], string>;
const rowHeights = { comfortable: 'Comfortable', compact: 'Compact' } as const satisfies Record<
  Settings['rows'],
  string
>;

/** The member's settings of the screens, in the menu of the account (docs/screens.md#settings-of-a-member). */
export function SettingsMenu() {
  const { id } = useStaff();
  const { theme, rows, keys } = useSettings();
  return (
    <div className="grid gap-2.5 border-b border-line px-2.5 py-2.5">
      <Choice
        legend="Colours"
        of={themes}
        value={theme}
        onChoose={(next) => void changeSettings(id, { theme: next })}
      />
      <Choice legend="Rows" of={rowHeights} value={rows} onChoose={(next) => void changeSettings(id, { rows: next })} />
      <Tick
        name="keys"
        label="Single letters are keys"
        checked={keys}
        onChange={(event) => void changeSettings(id, { keys: event.target.checked })}
      />
      <button
        type="button"
        popoverTarget="member-menu"
        onClick={() => actionOf('help')?.()}
        className="flex items-center justify-between rounded-sm py-1 text-left hover:underline"
      >
        All keys <Kbd>?</Kbd>
      </button>
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  legend: string;
  of: Record<Value, string>;
  value: Value;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ legend, of, value, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-ink-faint">{legend}</legend>
      <div className="flex gap-0.5 rounded-md bg-sunken p-0.5">
        {(Object.entries(of) as [Value, string][]).map(([name, label]) => (
          <label
            key={name}
            className="flex-1 cursor-pointer rounded-sm py-1 text-center text-sm font-medium text-ink-soft has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`setting-${legend}`}
              checked={name === value}
              onChange={() => onChoose(name)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
