import { queued } from '@/writes/queue';
import { Store, useStore } from '@/writes/store';
import { sayOutcome } from '@/writes/write';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { defaultSettings, type Settings } from '@shared/settings';

/** Settings that were changed on this page, by the member's id: the page's props may be older. */
const changed = new Store<{ member: number; settings: Partial<Settings> }>({ member: 0, settings: {} });

/** The settings of the signed-in member (docs/screens.md#settings-of-a-member). */
export function useSettings(): Settings {
  const { staff, settings } = usePage<SharedProps>().props;
  const { member, settings: newer } = useStore(changed);
  return { ...(settings ?? defaultSettings), ...(member === staff?.id && newer) };
}

/** Changes settings of the member at once, on this page, and on the server. */
export async function changeSettings(member: number, settings: Partial<Settings>): Promise<void> {
  const before = changed.get();
  changed.set({ member, settings: { ...(before.member === member && before.settings), ...settings } });
  const outcome = await queued({ method: 'put', path: routes.api.settings, body: settings });
  if (outcome.done) return;
  changed.set(before);
  void sayOutcome(outcome);
}
