import { tellApart } from '@/components/avatar';
import { Part } from '@/components/part';
import { ConfirmProvider } from '@/components/confirm';
import { copyClicked } from '@/components/copyable';
import { sayHowLongAgo } from '@/components/time';
import { useDocumentEvent } from '@/hooks/use-document-event';
import { useSettings } from '@/hooks/use-settings';
import { useToasts } from '@/hooks/use-toasts';
import { FactorAgain } from '@/layouts/admin/factor-again';
import { Keyboard } from '@/layouts/admin/keyboard';
import { Leaving } from '@/layouts/admin/leaving';
import { LiveProvider } from '@/layouts/admin/live';
import { ReadAgain } from '@/layouts/admin/read-again';
import { Sidebar } from '@/layouts/admin/sidebar';
import { TakenOver } from '@/layouts/admin/taken-over';
import { TopBar } from '@/layouts/admin/top-bar';
import { SignInAgain } from '@/layouts/admin/sign-in-again';
import { useFocusKept } from '@/layouts/admin/use-focus-kept';
import { useLeaving } from '@/layouts/admin/use-leaving';
import { useDrawer } from '@/layouts/admin/use-drawer';
import { useFreshness } from '@/restored';
import { useEnding } from '@/session-end';
import { noteSignedIn } from '@/writes/session';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import { type ReactNode, useEffect } from 'react';

/** The layout of every staff screen: a top bar, and a menu at the left or, on small screens, in a drawer. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <Part name="Frame">
      <Frame>{children}</Frame>
    </Part>
  );
}

function Frame({ children }: { children: ReactNode }) {
  useToasts();
  useLeaving();
  useFocusKept();
  useDocumentEvent('click', copyClicked);
  useDocumentEvent('mouseover', sayHowLongAgo);
  tellApart(usePage<SharedProps>().props.colleagues ?? []);
  const ending = useEnding();
  useEffect(() => {
    if (!ending) noteSignedIn();
  }, [ending]);
  const { theme, rows } = useSettings();
  const freshness = useFreshness();
  const { open, openDrawer, closeDrawer, menu, toggle } = useDrawer();
  if (ending) return <Leaving ending={ending} />;
  return (
    <LiveProvider>
      <ConfirmProvider>
        <span hidden data-theme={theme} data-rows={rows} />
        <a href="#content" inert={open} className="skip-link">
          Skip to content
        </a>
        <Part name="Top bar">
          <TopBar inert={open} menuOpen={open} onMenu={openDrawer} toggle={toggle} />
        </Part>
        <div className="flex">
          <Part name="Menu">
            <Sidebar open={open} onClose={closeDrawer} menu={menu} />
          </Part>
          <main
            id="content"
            tabIndex={-1}
            // a screen that Back restored may be out of date: it is inert until it has been read again
            inert={open || freshness !== 'read'}
            aria-busy={freshness === 'restored' || undefined}
            data-freshness={freshness}
            className="min-w-0 flex-1 pb-24 transition-opacity delay-150 duration-200 data-[freshness=restored]:opacity-60 data-[freshness=unread]:opacity-60"
          >
            <Part name="Screen">{children}</Part>
          </main>
        </div>
        <Part name="Keys">
          <Keyboard />
        </Part>
        <Part name="Notices">
          <TakenOver />
          <SignInAgain />
          <FactorAgain />
          <ReadAgain freshness={freshness} />
        </Part>
      </ConfirmProvider>
    </LiveProvider>
  );
}
