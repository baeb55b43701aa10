import { enhance } from '@/layouts/visitor/enhance';
import { Footer } from '@/layouts/visitor/footer';
import { Header } from '@/layouts/visitor/header';
import { TranslateStrip } from '@/layouts/visitor/translate-strip';
import { usePage } from '@inertiajs/react';
import type { SharedProps } from '@shared/pages';
import { type ReactNode, useEffect } from 'react';

/**
 * The layout of the customers' pages, in the colour and name of the brand they bought from (docs/visitors.md#visitors).
 * It uses the device's fonts, which cover every script and need no loading. The translation widget marks a
 * right-to-left language only by a class on <html>. The pages are plain markup and work without a script; `enhance`
 * improves them.
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
