declare global {
  interface Window {
    google?: { translate?: { TranslateElement?: new (options: object, strip: string) => unknown } };
    googleTranslateElementInit?: () => unknown;
  }
}

/** The element that Google's widget looks for (translate-strip.tsx). */
export const stripId = 'google_translate_element';

/** Loads the page-translation widget once the page has loaded and the browser is idle. */
export function bringTranslation(): void {
  if (document.readyState === 'complete') return whenIdle(load);
  window.addEventListener('load', () => whenIdle(load), { once: true });
}

function load(): void {
  const src = document.getElementById(stripId)?.dataset.script;
  if (!src || window.googleTranslateElementInit) return;

  window.googleTranslateElementInit = () => {
    const Widget = window.google?.translate?.TranslateElement;
    return Widget && new Widget({ pageLanguage: 'en', layout: 0 }, stripId);
  };
  const script = document.createElement('script');
  script.src = src;
  document.head.append(script);
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 1_000);
}
