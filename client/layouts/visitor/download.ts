/** After a click the history is read again so long, in steps that grow: a large file takes its time on a slow network. */
const firstLookMs = 300;
const slowestLookMs = 5_000;
const lastLookMs = 180_000;

/** What the button says happens; its sentences stand in the page, one of them shown (download-now.tsx). */
export type Stage = 'asking' | 'loading' | 'done' | 'failed';

/**
 * Download Now: asks the server for the file, which takes note of it, starts it, and has the history grow. The button is a link
 * to the file and stays one where a new tab is wanted.
 */
export function onDownloadClick(event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLAnchorElement>('a[data-download]');
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;

  event.preventDefault();
  if (stageNow() !== 'asking') void download(button);
}

async function download(button: HTMLAnchorElement): Promise<void> {
  show('asking');
  const url = await askFor(button);
  if (url === undefined) return;

  const seen = countOf(document);
  start(url);
  show('loading');
  await growth(seen);
}

/** The file's fresh address; undefined when the server refuses. Without an answer the address in the page has to do. */
async function askFor(button: HTMLAnchorElement): Promise<string | undefined> {
  const { call = '', csrf = '', request } = button.dataset;
  let answer: { status: number; data: { url: string } };
  try {
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': csrf };
    answer = await (await fetch(call, { method: 'POST', headers, body: request })).json();
  } catch {
    return button.href;
  }
  if (answer.status === 1) return answer.data.url;

  // a spent session: the page leads to where one gets in again
  if (answer.status === 401) window.location.reload();
  else show('failed');
  return undefined;
}

function start(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Reads the page again until it has a download more than was seen, and puts its history in place of this one's. */
async function growth(seen: number): Promise<void> {
  let wait = firstLookMs;
  for (let passed = 0; passed < lastLookMs; passed += wait, wait = Math.min(wait * 1.5, slowestLookMs)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const page = await readAgain().catch(() => undefined);
    if (!page || countOf(page) <= seen) continue;

    const history = page.getElementById('history');
    if (history) document.getElementById('history')?.replaceWith(history);
    return show('done');
  }
}

async function readAgain(): Promise<Document> {
  const answer = await fetch(window.location.href);
  // another answer's style has another nonce, which this page's policy would complain of
  const html = (await answer.text()).replace(/<style[^>]*>[^<]*<\/style>/, '');
  return new DOMParser().parseFromString(html, 'text/html');
}

function countOf(page: Document): number {
  return Number(page.getElementById('history')?.dataset.count ?? 0);
}

function stageNow(): string | undefined {
  return document.querySelector<HTMLElement>('[data-stage]:not([hidden])')?.dataset.stage;
}

function show(stage: Stage): void {
  for (const said of document.querySelectorAll<HTMLElement>('[data-stage]')) said.hidden = said.dataset.stage !== stage;
}
