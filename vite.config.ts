import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** `vite build` makes the client, `vite build --ssr client/ssr.tsx --outDir dist/ssr` what renders it on the server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), isSsrBuild ? thinIcons() : precompressed()],
  resolve: {
    alias: {
      '@shared': join(import.meta.dirname, 'src/shared'),
      '@': join(import.meta.dirname, 'client'),
    },
  },
  publicDir: false,
  // Bundles all dependencies into one file, with React's production build whatever the server's NODE_ENV.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild
    ? { target: 'node20', sourcemap: true }
    : {
        outDir: 'dist/client',
        manifest: true,
        // the CSP allows no data: URLs for scripts and fonts
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['client/app.tsx', 'client/layouts/visitor/entry.ts'],
          output: {
            // A chunk of its own for dependencies, so that browsers keep it in their cache over releases.
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  test: /node_modules\/(react|react-dom|react-error-boundary|scheduler|@inertiajs)\//,
                  priority: 2,
                },
                // One chunk for what staff screens share, because each chunk is a request.
                { name: 'staff', test: isStaffCode, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
  server: { port: 5173, strictPort: true, origin: 'http://localhost:5173' },
}));

/**
 * Whether a module belongs into the chunk that staff screens share. Visitor pages don't load it, and what screens load later
 * is left out: dialogs, toasts, and the schemas with zod.
 */
function isStaffCode(id: string): boolean {
  if (
    /\.css$|\/client\/(?:layouts|pages)\/visitor/.test(id) ||
    /\/(?:dialog|question|toaster|sign-in-dialog)\.tsx$/.test(id)
  )
    return false;
  if (/\/src\/shared\//.test(id)) return !/from '(?:zod|\.\/input\.js)'/.test(readFileSync(id, 'utf8'));
  return /\/client\/|\/node_modules\/lucide-react\//.test(id);
}

/** Makes lucide's icons use client/components/thin-icon.tsx. */
function thinIcons(): Plugin {
  const thin = join(import.meta.dirname, 'client/components/thin-icon.tsx');
  return {
    name: 'thin-icons',
    enforce: 'pre',
    load: (id) =>
      /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/.test(id)
        ? `export { thinIcon as default } from ${JSON.stringify(thin)}`
        : undefined,
  };
}

/** Writes a .br and a .gz beside every text file, for the server to send instead. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file);
          const text = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text));
          await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
        }),
      );
    },
  };
}
