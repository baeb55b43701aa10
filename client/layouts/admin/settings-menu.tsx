import { Kbd } from '@/components/kbd';
import { Tick } from '@/components/field';
import { useStaff } from '@/hooks/use-can';
import { actionOf } from '@/hooks/use-keys';
import { changeSettings, useSettings } from '@/hooks/use-settings';

/** The member's settings of the screens, in the menu of the account (docs/product.md#settings-of-a-member). */
export function SettingsMenu() {
  const { id } = useStaff();
  const { keys } = useSettings();
  return (
    <div className="grid gap-1 border-b border-line px-2.5 py-2">
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
