import type { Outcome } from './fill';

/** What the panel is in the page: one at a time. */
const hostId = 'arrival-card-filler';

const look = `
:host { all: initial }
section { position: fixed; inset: 12px 12px auto auto; z-index: 2147483647; box-sizing: border-box; width: min(30rem, calc(100vw - 24px));
  max-height: 45vh; overflow: auto; padding: 14px 16px; font: 14px/1.45 system-ui, sans-serif; color: #1a2233; background: #fff;
  border: 2px solid #1f5fbf; border-radius: 8px; box-shadow: 0 6px 24px rgb(0 0 0 / 25%) }
h2 { margin: 0 2.5rem .4rem 0; font-size: 16px }
p { margin: 0 0 .6rem }
p:empty { display: none }
[hidden] { display: none }
ul { margin: 0 0 .6rem; padding-left: 1.2rem }
button { min-width: 32px; min-height: 32px; font: inherit; color: inherit; background: #fff;
  border: 1px solid #5b6577; border-radius: 6px; cursor: pointer }
.close { position: absolute; top: 8px; right: 8px }
.choice { margin: 2px 0; padding: 4px 10px; text-align: left }
:focus-visible { outline: 3px solid #1f5fbf; outline-offset: 2px }
table { width: 100%; border-collapse: collapse }
th, td { padding: 3px 8px 3px 0; border-top: 1px solid #d5dae3; text-align: left; vertical-align: top; overflow-wrap: anywhere }
.fault td, .fault th { background: #fdecea; color: #8c1d18 }
`;

export type Panel = {
  /** What is being done. */
  says(words: string): void;
  /** Ends with a sentence and a list. */
  stop(title: string, list: string[]): void;
  /** Ends with what came of every control, and what the person does next. */
  report(order: string, outcomes: Outcome[], next: string[]): void;
  /** Lets the person choose one of these. @returns its place */
  choose(title: string, among: string[]): Promise<number>;
  close(): void;
};

/** Opens the panel on the page, in place of an earlier one; undefined while an earlier one still fills. */
export function openPanel(): Panel | undefined {
  const earlier = document.getElementById(hostId);
  if (earlier?.dataset.state === 'filling') return undefined;
  earlier?.remove();

  const host = document.createElement('div');
  host.id = hostId;
  host.dataset.state = 'filling';
  const root = host.attachShadow({ mode: 'open' });
  // a sheet that is made is not bound by the page's policy for styles
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look);
  root.adoptedStyleSheets = [sheet];

  const close = () => host.remove();
  const title = made('h2', 'Filling in');
  title.id = 'title';
  const words = made('p');
  words.setAttribute('role', 'status');
  const body = made('div');
  const button = made('button', '×');
  button.className = 'close';
  button.setAttribute('aria-label', 'Close');
  // while it fills the panel stays, so that nobody starts a second time
  button.hidden = true;
  button.addEventListener('click', close);
  const section = made('section', title, button, words, body);
  // it scrolls, also by the keyboard
  section.tabIndex = 0;
  section.setAttribute('aria-labelledby', 'title');
  section.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !button.hidden) close();
  });
  root.append(section);
  document.body.append(host);
  section.focus({ preventScroll: true });

  const end = (heading: string, sentence: string, ...content: HTMLElement[]) => {
    host.dataset.state = 'done';
    button.hidden = false;
    title.textContent = heading;
    words.textContent = sentence;
    body.replaceChildren(...content);
  };
  return {
    close,
    says: (text) => {
      words.textContent = text;
    },
    stop: (heading, list) => end(heading, '', made('ul', ...list.map((one) => made('li', one)))),
    report: (order, outcomes, [sentence = '', ...more]) =>
      end(headingOf(order, outcomes), sentence, ...more.map((one) => made('p', one)), tableOf(outcomes)),
    choose: (heading, among) =>
      new Promise((resolve) => {
        const rows = among.map((one, place) => {
          const choice = made('button', one);
          choice.className = 'choice';
          choice.addEventListener('click', () => resolve(place));
          return made('li', choice);
        });
        end(heading, '', made('ul', ...rows));
      }),
  };
}

function headingOf(order: string, outcomes: Outcome[]): string {
  const wrong = outcomes.filter(({ fault }) => fault).length;
  if (wrong === 0) return `Order ${order} is filled in`;
  return `Order ${order}: look at ${wrong} ${wrong === 1 ? 'field' : 'fields'}`;
}

/** The faults first, then all other fields in the form's order. */
function tableOf(outcomes: Outcome[]): HTMLElement {
  const sorted = outcomes.toSorted((a, b) => Number(!a.fault) - Number(!b.fault));
  const rows = sorted.map(({ label, shown, fault }) => {
    const name = made('th', label);
    name.scope = 'row';
    const row = made('tr', name, made('td', fault ? `${shown ? `${shown}. ` : ''}${fault}` : shown || 'empty'));
    if (fault) row.className = 'fault';
    return row;
  });
  return made('table', made('tbody', ...rows));
}

function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...content: (string | HTMLElement)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}
