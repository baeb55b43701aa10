import type { Page } from 'puppeteer';

/** Notes on every document of the page what was clicked last, for `telling`. */
export async function noteClicks(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const clicked: string[] = [];
    Object.assign(globalThis, { clicked });
    document.addEventListener(
      'click',
      ({ target }) => {
        const at = target as Element;
        const of = at.closest('button, a, summary, label') ?? at;
        clicked.push(`${of.tagName} ${of.getAttribute('aria-label') ?? of.textContent.slice(0, 60)}`);
      },
      true,
    );
  });
}

/**
 * Waits for what a test does on a page. A failure says what the page showed then, so that one on another machine can be
 * understood from its words alone.
 */
export async function telling<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${message}\n${await stateOf(page)}`, { cause: error });
  }
}

/** Where the page is, the last clicks that it got, its messages and dialogs, and what has the focus. */
async function stateOf(page: Page): Promise<string> {
  const state = page.evaluate(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll(selector)].map(({ textContent }) =>
        textContent.replaceAll(/\s+/g, ' ').slice(0, 300),
      );
    return {
      url: location.href,
      clicked: (globalThis as { clicked?: string[] }).clicked?.slice(-5),
      toasts: texts('.Toastify__toast'),
      dialogs: texts('[role=dialog], [role=alertdialog]'),
      alerts: texts('main [role=alert], main output'),
      focus: document.activeElement?.outerHTML.slice(0, 200),
    };
  });
  return JSON.stringify(await state.catch(String), undefined, 2);
}
