import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, which holds package.json, the sources and the build. */
export const projectFolder = above(import.meta.dirname);

/** Vite's build of the client, and the bundle that renders it on the server. */
export const clientFolder = join(projectFolder, 'dist/client');
export const serverBundle = join(projectFolder, 'dist/ssr/ssr.js');

/** The font files that packs print with, a folder for each family. */
export const fontsFolder = join(projectFolder, 'dist/fonts');

/** Country data by DB-IP (CC BY 4.0: pages that show a place link to https://db-ip.com). */
export const countryFile = join(projectFolder, 'dist/dbip-country/dbip-country.mmdb');

/** The common passwords, a JSON array. */
export const passwordsFile = join(projectFolder, 'dist/common-passwords.json');

/** Postcodes, airports, cities and names of countries (src/places.mjs). Airports: airport-data-js, CC BY 4.0. */
export const placesFolder = join(projectFolder, 'dist/form');

/** The script that fills the authority's form; `__DESK__` in it is where the product is, `__VERSION__` its version. */
export const fillerScript = join(projectFolder, 'dist/filler/filler.js');

/** The built file of a server source, by its path under src, for example to run it in a thread. */
export function builtFile(path: string): string {
  return join(projectFolder, 'dist/src', path);
}

function above(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : above(dirname(folder));
}
