import { existsSync, readFileSync } from 'node:fs';
import { sha256Of } from '../sha256.js';
import { attribute } from './document.js';

/** The built client, as the document loads it. */
export interface Assets {
  /** Changes with every build; Inertia's client reloads when it does. */
  readonly version: string;
  /** The tags that load the client and everything a screen needs, without a further round trip. */
  tags(component: string, nonce: string): string;
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

interface Build {
  /** Vite's `manifest.json`. */
  manifest: string;
  /** Path the built files are served under, with a slash at its end. */
  base?: string;
  /** Source file a screen's client starts with, as the manifest names it. */
  entry: (component: string) => string;
  /** Source files a screen loads lazily, such as its own and its layout's. */
  sources: (component: string) => string[];
}

/** The client as Vite built it. @throws when it was not built */
export function builtAssets({ manifest, base = '/', entry, sources }: Build): Assets {
  if (!existsSync(manifest)) throw new Error(`${manifest} is missing: build the client first`);

  const json = readFileSync(manifest, 'utf8');
  const chunks = new Map(Object.entries(JSON.parse(json) as Record<string, Chunk>));

  const tagsOf = new Map<string, string[]>();
  const tagsFor = (component: string): string[] => {
    const start = chunks.get(entry(component));
    if (!start) throw new Error(`${manifest} has no ${entry(component)}: build the client again`);

    const needed = withImports([entry(component), ...sources(component)], chunks);
    const styles = new Set(needed.flatMap(({ css = [] }) => css));
    const scripts = needed.filter((chunk) => chunk !== start);

    return [
      ...[...styles].map((file) => `<link rel="stylesheet" href="${attribute(base + file)}"`),
      ...scripts.map(({ file }) => `<link rel="modulepreload" href="${attribute(base + file)}"`),
      `<script type="module" src="${attribute(base + start.file)}"`,
    ];
  };

  return {
    version: sha256Of(json).slice(0, 16),
    tags(component, nonce) {
      const tags = tagsOf.get(component) ?? tagsFor(component);
      tagsOf.set(component, tags);

      return tags.map((tag) => closed(tag, nonce)).join('');
    },
  };
}

/** The client as Vite's development server serves it, with hot reloading. */
export function developmentAssets({ server, entry }: { server: string; entry: string }): Assets {
  // what @vitejs/plugin-react would write into an HTML file of Vite's own
  const refresh = `import { injectIntoGlobalHook } from "${server}/@react-refresh";injectIntoGlobalHook(window);window.$RefreshReg$ = () => {};window.$RefreshSig$ = () => (type) => type;`;

  return {
    version: 'development',
    tags: (_component, nonce) =>
      [
        `${closed('<script type="module"', nonce).replace('</script>', '')}${refresh}</script>`,
        closed(`<script type="module" src="${server}/@vite/client"`, nonce),
        closed(`<script type="module" src="${server}/${entry}"`, nonce),
      ].join(''),
  };
}

function closed(tag: string, nonce: string): string {
  return `${tag}${nonce ? ` nonce="${attribute(nonce)}"` : ''}>${tag.startsWith('<script') ? '</script>' : ''}`;
}

/** The chunks of these sources and of all their static imports, without repeats, each before its dependencies. */
function withImports(sources: string[], chunks: Map<string, Chunk>): Chunk[] {
  const found = new Set<Chunk>();
  const add = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);

  return [...found];
}
