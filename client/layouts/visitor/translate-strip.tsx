import { memo } from 'react';
import { stripId } from './translate';

/**
 * The container of the page-translation widget: a strip above the page with a fixed height, so that nothing moves when the
 * widget loads or fails. React never renders it again, because the widget owns the content.
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
