import { enhance } from '@/layouts/visitor/enhance';
import { Footer } from '@/layouts/visitor/footer';
import { Header } from '@/layouts/visitor/header';
import { TranslateStrip } from '@/layouts/visitor/translate-strip';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import { type ReactNode, useEffect } from 'react';

/**
 * The counter customers stand at, in the clothes of the brand they bought from (decisions: Visitors). The letters are the
 * device's own: nothing to load, and every script. The widget marks a right-to-left translation on <html> by a class alone.
 * The pages are plain markup and work as the server sends them; `enhance` makes them quicker, with or without React.
 */
export default function VisitorLayout({ children }: { children: ReactNode }) {
  const { brand, translateWidget } = usePage<SharedProps>().props;
  useEffect(enhance, []);
  if (!brand) return children;

  return (
    <div
      data-brand={brand.key}
      className="counter flex min-h-dvh flex-col font-(family-name:--font-device) text-counter in-[.translated-rtl]:[direction:rtl] [--font-device:system-ui,'Segoe_UI',Roboto,'Noto_Sans',sans-serif] [--font-weight-medium:600]"
    >
      <a href="#main" className="skip-link">
        Skip to the page
      </a>
      {translateWidget && <TranslateStrip src={translateWidget} />}
      <Header brand={brand} />
      <main id="main" className="mx-auto w-full max-w-[1120px] grow px-4 pt-8 pb-16 md:pt-12">
        {children}
      </main>
      <Footer brand={brand} />
    </div>
  );
}
