import { memo } from 'react';
import { stripId } from './translate';

/**
 * Where the page-translation widget stands: a strip of its own above the page, which keeps its height when the widget never
 * comes. What the widget puts inside is its own: React looks away.
 */
export const TranslateStrip = memo(function TranslateStrip({ src }: { src: string }) {
  return (
    <div className="h-11 overflow-hidden bg-sunken px-4 text-base">
      <div
        id={stripId}
        data-script={src}
        translate="no"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: '' }}
        className="mx-auto flex h-full max-w-[1120px] items-center justify-end"
      />
    </div>
  );
});
