import { createHash } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { StoredMail } from './mailbox-store.js';
import { style } from './mailbox-style.js';

type Page = {
  /** Newest first. */
  mails: StoredMail[];
  /** The one that is read. */
  open?: StoredMail;
  /** Whether a person chose it; a phone then shows it instead of the list. */
  chosen: boolean;
  /** The address looked for. */
  to: string;
  asText: boolean;
};

/** The inbox as a whole HTML page: the list on the left, the mail on the right. Works without JavaScript. */
export function mailboxPage({ mails, open, chosen, to, asText }: Page): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <link rel="icon" href="data:," />
        <title>{chosen && open ? `${open.subject} | Mailbox` : 'Mailbox'}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body className={chosen ? 'reading' : undefined}>
        <header>
          <h1>
            <a href="/dev/mailbox">Mailbox</a>
          </h1>
          <p className="hint">Mail this demo sends ends here and reaches nobody. Times are UTC.</p>
          <a className="news" href="/dev/mailbox" hidden data-newest={mails[0]?.id ?? ''}>
            New mail
          </a>
          <a href="/dev/mailbox/write">Write to an order</a>
          <search>
            <form action="/dev/mailbox">
              <input
                type="search"
                name="to"
                defaultValue={to}
                placeholder="Find an address"
                aria-label="Find an address"
              />
            </form>
          </search>
        </header>
        <main>
          <nav aria-label="Mails">
            {mails.length > 0 ? <List mails={mails} open={open} to={to} /> : <Nothing to={to} />}
          </nav>
          {open && <Mail mail={open} to={to} asText={asText || !open.html} />}
        </main>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>,
  )}`;
}

function List({ mails, open, to }: Pick<Page, 'mails' | 'open' | 'to'>) {
  return (
    <ol>
      {mails.map((mail) => (
        <li key={mail.id}>
          <a href={link(mail.id, { to })} aria-current={mail.id === open?.id ? 'true' : undefined}>
            <span className="who">{mail.to.join(', ')}</span>
            <Time at={mail.received_at} short />
            <span className="subject">{mail.subject || 'No subject'}</span>
            <span className="files">{mail.attachments.length > 0 && counted(mail.attachments.length, 'file')}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Nothing({ to }: Pick<Page, 'to'>) {
  return to ? (
    <p className="empty">
      Nothing was sent to an address with “{to}” in it. <a href="/dev/mailbox">Show all</a>
    </p>
  ) : (
    <p className="empty">No mail yet. Upload a card or resend a mail, and it shows up here.</p>
  );
}

function Mail({ mail, to, asText }: { mail: StoredMail; to: string; asText: boolean }) {
  return (
    <article>
      <a className="back" href={link('', { to })}>
        ← All mail
      </a>
      <h2>{mail.subject || 'No subject'}</h2>
      <dl>
        <Fact name="To">{mail.to.join(', ')}</Fact>
        <Fact name="From">{mail.from}</Fact>
        <Fact name="Sent">
          <Time at={mail.received_at} />, through {mail.provider}
        </Fact>
      </dl>
      {mail.attachments.length > 0 && (
        <ul className="attachments">
          {mail.attachments.map(({ filename, size, sha256 }, n) => (
            <li key={n}>
              <a href={link(`${mail.id}/attachments/${n}`)} download={filename} title={`SHA-256 ${sha256}`}>
                {filename} <small>{inUnits(size)}</small>
              </a>
            </li>
          ))}
        </ul>
      )}
      {mail.html && (
        <p className="views">
          <a href={link(mail.id, { to })} aria-current={asText ? undefined : 'true'}>
            Mail
          </a>
          <a href={link(mail.id, { to, view: 'text' })} aria-current={asText ? 'true' : undefined}>
            Plain text
          </a>
        </p>
      )}
      {asText ? (
        <pre>{mail.text || 'This mail has no plain text.'}</pre>
      ) : (
        <iframe title="The mail" src={link(`${mail.id}/body`)} sandbox="allow-popups allow-popups-to-escape-sandbox" />
      )}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** DD-MM-YYYY HH:mm:ss, the lists' format (docs/screens.md#time). */
function Time({ at, short }: { at: string; short?: boolean }) {
  const [date, time] = [at.slice(0, 10).split('-').reverse().join('-'), at.slice(11, 19)];
  return (
    <time dateTime={at} title={`${date} ${time} UTC`}>
      {short ? `${date.slice(0, 5)} ${time.slice(0, 5)}` : `${date} ${time} UTC`}
    </time>
  );
}

function link(path: string, query: Record<string, string> = {}): string {
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  return `/dev/mailbox${path && `/${path}`}${given && `?${given}`}`;
}

function counted(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`;
}

function inUnits(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Announces new mail without reloading the page, because somebody may be reading. */
const script = `
const news = document.querySelector('.news');
setInterval(async () => {
  if (document.hidden || !news.hidden) return;
  const [newest] = await (await fetch('/dev/mailbox.json?limit=1')).json();
  news.hidden = !newest || newest.id <= news.dataset.newest;
}, 4000);
`;

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Strict headers, because the page holds HTML written by others. */
export const pageSecurity = {
  'content-security-policy': `default-src 'none'; img-src data:; style-src ${hash(style)}; script-src ${hash(script)}; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
};
