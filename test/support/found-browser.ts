import type { LaunchOptions } from 'puppeteer';

/** How the run's browser is started: test/support/global-setup.mjs found it and has seen it print, once for all files. */
export const foundBrowser = async (): Promise<LaunchOptions> =>
  JSON.parse(process.env.TEST_BROWSER_OPTIONS!) as LaunchOptions;

/** The same for a `PdfPrinter`. */
export async function printerBrowser(args: string[]): Promise<{ options: LaunchOptions }> {
  const options = await foundBrowser();
  return { options: { ...options, args: [...(options.args ?? []), ...args] } };
}
