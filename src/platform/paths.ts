import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder: where package.json lies, above the sources as well as above what was built from them. */
export const projectFolder = above(import.meta.dirname);

/** Vite's build of the client, and the bundle that renders it on the server. */
export const clientFolder = join(projectFolder, 'dist/client');
export const serverBundle = join(projectFolder, 'dist/ssr/ssr.js');

/** A server file as it was built, by its path under src, for what runs it apart from the code that asks: a thread. */
export function builtFile(path: string): string {
  return join(projectFolder, 'dist/src', path);
}

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder));
}
