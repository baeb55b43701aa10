import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder: where package.json lies, above the sources as well as above what was built from them. */
export const projectFolder = above(import.meta.dirname);

/** Vite's build of the client, and the bundle that renders it on the server. */
export const clientFolder = join(projectFolder, 'dist/client');
export const serverBundle = join(projectFolder, 'dist/ssr/ssr.js');

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder));
}
