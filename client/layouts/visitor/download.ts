/** Milliseconds between reads of the history after a click: the first wait, the longest wait, and when the reads end. */
const firstLookMs = 300;
const slowestLookMs = 5_000;
const lastLookMs = 180_000;
/** What one session asks for within this time is one download (docs/evidence.md#downloads-and-evidence). */
const oneDownloadMs = 60_000;
/** When this tab began the download that its history shows; the value is the time, the key ends with the page's path. */
const begunKey = 'downloaded ';

/** A larger file isn't read a second time, in bytes. */
const mostConfirmed = 3_000_000;

/** The state of the download. The page has a sentence for each and shows one of them (download-now.tsx). */
export type Stage = 'asking' | 'loading' | 'done' | 'failed';

/**
 * Handles Download Now: requests the file's address, starts the download, and shows it in the history. The button is a link to
 * the file; a click that asks for a new tab follows the link.
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
  const begun = Date.now();
  const isOne = Math.abs(begun - Number(storage()?.getItem(begunKey + window.location.pathname) ?? 0)) < oneDownloadMs;
  start(url);
  show('loading');
  // no row is added for it
  if (isOne) return show('done');
  if (!(await growth(seen))) return;
  storage()?.setItem(begunKey + window.location.pathname, String(begun));
  // later it would be a download of its own
  if (Date.now() - begun < oneDownloadMs / 2) await report(button, url).catch(() => undefined);
}

/**
 * Reads the file once more, counts its bytes and computes its hash, and reports both: a proof that all of it reached this
 * device (docs/evidence.md#downloads-and-evidence). It fails without a word, because the customer has the file by then.
 */
async function report(button: HTMLAnchorElement, url: string): Promise<void> {
  // browsers hash on encrypted pages alone
  if (!window.isSecureContext || savesData()) return;
  const file = await fetch(url);
  if (!file.ok || Number(file.headers.get('content-length')) > mostConfirmed) return void file.body?.cancel();
  const bytes = await file.arrayBuffer();
  const digest = new Uint8Array(await window.crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { confirm = '', request = '' } = button.dataset;
  const { orderId, file1 } = JSON.parse(request) as Record<string, string>;
  await post(button, confirm, JSON.stringify({ orderId, file1, sha256, bytes: bytes.byteLength }));
}

/** Undefined where the browser keeps nothing of this site. */
function storage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** The file's fresh address; undefined when the server refuses; the address in the page when there is no answer. */
async function askFor(button: HTMLAnchorElement): Promise<string | undefined> {
  const { call = '', request = '' } = button.dataset;
  let answer: { status: number; data: { url: string } };
  try {
    answer = await (await post(button, call, request)).json();
  } catch {
    return button.href;
  }
  if (answer.status === 1) return answer.data.url;

  // the session is over: the reload leads to the form that starts a new one
  if (answer.status === 401) window.location.reload();
  else show('failed');
  return undefined;
}

async function post({ dataset }: HTMLAnchorElement, url: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-xsrf-token': dataset.csrf ?? '' };
  return fetch(url, { method: 'POST', headers, body });
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

function start(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Reads the page again until it has more than `seen` downloads, then replaces the history by the new one; whether it came. */
async function growth(seen: number): Promise<boolean> {
  let wait = firstLookMs;
  for (let passed = 0; passed < lastLookMs; passed += wait, wait = Math.min(wait * 1.5, slowestLookMs)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const page = await readAgain().catch(() => undefined);
    if (!page || countOf(page) <= seen) continue;

    const history = page.getElementById('history');
    const shown = document.getElementById('history');
    if (history && shown) {
      // stays unfolded
      if (shown.querySelector('[open]')) history.querySelector('details')?.setAttribute('open', '');
      shown.replaceWith(history);
    }
    show('done');
    return true;
  }
  return false;
}

async function readAgain(): Promise<Document> {
  const answer = await fetch(window.location.href);
  // removes the styles: their nonce is not this page's, so its content security policy would report them
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
