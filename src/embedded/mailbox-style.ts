/** The inbox's style sheet: the staff desk's colours and measures, in one piece, since the page stands by itself. */
export const style = `
:root {
  color-scheme: light;
  --ink: #171a21; --ink-soft: #474e5c; --ink-faint: #626a79;
  --surface: #fff; --canvas: #f8f9fb; --line: #e3e6ec; --control: #858e9e;
  --accent: #2f55d4; --accent-soft: #eef2fe;
}
* { box-sizing: border-box; margin: 0; }
html, body { height: 100%; }
body {
  display: flex; flex-direction: column;
  font: 14px/20px Inter, system-ui, 'Noto Sans', sans-serif; font-variant-numeric: tabular-nums;
  color: var(--ink); background: var(--surface); overflow-wrap: anywhere;
}
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }

header { display: flex; align-items: center; gap: 16px; min-height: 52px; padding: 8px 20px; border-bottom: 1px solid var(--line); }
h1 { font-size: 16px; line-height: 24px; font-weight: 600; }
h1 a { color: inherit; }
.hint { flex: 1; color: var(--ink-faint); }
.news { padding: 4px 12px; border-radius: 999px; color: var(--accent); background: var(--accent-soft); font-weight: 500; }
.news[hidden] { display: none; }
input {
  width: 240px; height: 32px; padding: 0 10px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--control); border-radius: 6px;
}
input::placeholder { color: var(--ink-faint); opacity: 1; }

main { flex: 1; min-height: 0; display: grid; grid-template-columns: 340px minmax(0, 1fr); }
nav { overflow-y: auto; border-right: 1px solid var(--line); background: var(--canvas); }
ol, ul { list-style: none; padding: 0; }
nav li a {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; padding: 10px 20px;
  color: var(--ink-soft); border-bottom: 1px solid var(--line);
}
nav li a:hover { background: var(--surface); text-decoration: none; }
nav li a:focus-visible { outline-offset: -2px; }
nav li a[aria-current] { background: var(--accent-soft); }
.who, .subject { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who { color: var(--ink); font-weight: 500; }
nav time, .files { font-size: 12px; color: var(--ink-faint); text-align: right; }

article { display: flex; flex-direction: column; gap: 16px; min-width: 0; padding: 20px 24px; overflow-y: auto; }
h2 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
dl > div { display: grid; grid-template-columns: 56px minmax(0, 1fr); }
dt { color: var(--ink-faint); }
.attachments { display: flex; flex-wrap: wrap; gap: 8px; }
.attachments a { display: block; padding: 5px 10px; color: var(--ink); border: 1px solid var(--line); border-radius: 6px; }
.attachments a:hover { border-color: var(--control); text-decoration: none; }
small { font-size: 12px; color: var(--ink-faint); }
.views { display: flex; gap: 16px; border-bottom: 1px solid var(--line); }
.views a { padding: 4px 0 8px; margin-bottom: -1px; color: var(--ink-soft); }
.views a[aria-current] { color: var(--ink); font-weight: 500; border-bottom: 2px solid var(--accent); }
iframe { flex: 1; width: 100%; min-height: 420px; background: #fff; border: 1px solid var(--line); border-radius: 10px; }
pre { font: 13px/20px ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; }
.empty { padding: 32px 20px; color: var(--ink-faint); text-align: center; }
.back { display: none; }

@media (max-width: 767px) {
  .hint { display: none; }
  header { justify-content: space-between; padding: 8px 16px; }
  search { flex: 1; max-width: 240px; }
  input { width: 100%; height: 40px; font-size: 16px; }
  main { display: block; overflow-y: auto; }
  nav { border-right: 0; }
  nav li a { padding: 12px 16px; }
  body:not(.reading) nav li a[aria-current] { background: none; }
  article { min-height: 100%; padding: 16px; }
  .reading nav, body:not(.reading) article { display: none; }
  .back { display: block; padding: 4px 0; }
}
`;
