/** The style sheet of the API's page. */
export const docsStyle = `
:root {
  color-scheme: light;
  --line: #d7dce2;
  --soft: #f5f7f9;
  --faint: #56606b;
  font: 16px/1.5 system-ui, sans-serif;
}
body { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 0.9rem; }
header > p, summary span, output { color: var(--faint); }
form { display: flex; gap: 0.5rem; }
input { flex: 1; min-width: 0; }
input, button { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; font: inherit; }
details { border: 1px solid var(--line); border-radius: 0.5rem; margin: 0.4rem 0; padding: 0 0.9rem; }
details[open] { padding-bottom: 0.9rem; }
summary { margin: 0 -0.9rem; padding: 0.55rem 0.9rem; cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 3.2rem; font-size: 0.8rem; }
summary span { display: block; font-size: 0.9rem; }
.get { color: #14598f; }
.post { color: #1b6b3a; }
.put { color: #8a5200; }
code { font-size: 0.9em; }
pre { margin: 0.25rem 0; padding: 0.75rem; overflow-x: auto; background: var(--soft); border-radius: 0.4rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.35rem 0.5rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td:last-child { overflow-wrap: anywhere; }
dl { margin: 0; }
dl > div { display: flex; gap: 0.75rem; padding: 0.2rem 0; }
dt { font-weight: 600; }
dd { flex: 1; min-width: 0; margin: 0; }
`;
