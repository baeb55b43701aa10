import { ConfirmProvider } from '@/components/confirm';
import { copyClicked } from '@/components/copyable';
import { sayHowLongAgo } from '@/components/time';
import { useDocumentEvent } from '@/hooks/use-document-event';
import { useToasts } from '@/hooks/use-toasts';
import { LiveProvider } from '@/layouts/admin/live';
import { Sidebar } from '@/layouts/admin/sidebar';
import { TopBar } from '@/layouts/admin/top-bar';
import { useDrawer } from '@/layouts/admin/use-drawer';
import type { ReactNode } from 'react';

/** The frame of every staff screen: bar above, menu at the left or, on small screens, in a drawer. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  useToasts();
  useDocumentEvent('click', copyClicked);
  useDocumentEvent('mouseover', sayHowLongAgo);
  const { open, openDrawer, closeDrawer, menu, toggle } = useDrawer();
  return (
    <LiveProvider>
      <ConfirmProvider>
        <a href="#content" inert={open} className="skip-link">
          Skip to content
        </a>
        <TopBar inert={open} menuOpen={open} onMenu={openDrawer} toggle={toggle} />
        <div className="flex">
          <Sidebar open={open} onClose={closeDrawer} menu={menu} />
          <main id="content" tabIndex={-1} inert={open} className="min-w-0 flex-1 pb-24">
            {children}
          </main>
        </div>
      </ConfirmProvider>
    </LiveProvider>
  );
}
