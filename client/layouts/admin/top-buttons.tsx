import { Button } from '@/components/button';
import { Kbd } from '@/components/kbd';
import { useSettings } from '@/hooks/use-settings';
import { findOrders } from '@/layouts/admin/keyboard';
import { asking, openNext } from '@/writes/next-order';
import { useStore } from '@/writes/store';
import { ariaKeys } from '@shared/keys';
import { routes } from '@shared/routes';
import { usePage } from '@inertiajs/react';
import { Search, SkipForward } from 'lucide-react';

/** Takes the next order, from every screen; the main action of the dashboard (docs/orders.md#next-order). */
export function NextButton() {
  const { url } = usePage();
  const { keys } = useSettings();
  const busy = useStore(asking);
  return (
    <Button
      tone={new URL(url, 'http://any').pathname === routes.dashboard ? 'primary' : 'secondary'}
      busy={busy}
      aria-keyshortcuts={keys ? ariaKeys('next') : undefined}
      title={keys ? 'Next order (n)' : 'Next order'}
      onClick={() => void openNext()}
      className="max-md:px-2"
    >
      {!busy && <SkipForward aria-hidden className="size-4" />}
      <span className="max-md:sr-only">Next order</span>
    </Button>
  );
}

/** Opens the command bar. */
export function FindButton() {
  return (
    <button
      type="button"
      title="Find orders, screens and actions (Ctrl K)"
      aria-keyshortcuts={ariaKeys('find')}
      onClick={findOrders}
      className="flex min-h-control items-center gap-2 rounded-md border border-control/70 px-2.5 text-ink-faint hover:border-control hover:bg-sunken max-md:px-2"
    >
      <Search aria-hidden className="size-4" />
      <span className="w-36 text-left max-lg:w-auto max-md:sr-only">Find</span>
      <span aria-hidden className="max-lg:hidden">
        <Kbd>Ctrl K</Kbd>
      </span>
    </button>
  );
}
