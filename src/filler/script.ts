import { statSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { Env } from '../platform/env.js';
import { builtFiller } from '../platform/filler-script.js';
import { fillerScript } from '../platform/paths.js';
import { sha256Of } from '../platform/sha256.js';
import { routes } from '../shared/routes.js';

/** A script as it is given out, and its SHA-256 in hex. */
type Given = { text: string; sha256: string };

/**
 * The script that fills the authority's form, as a bookmark and as a userscript. Both are the same for everybody: they know
 * where the product is, and nothing else.
 */
@Injectable()
export class FillerScript {
  private read: { bookmark: Given; userscript: Given } | undefined;

  constructor(private readonly env: Env) {}

  get bookmark(): Given {
    return this.both().bookmark;
  }

  get userscript(): Given {
    return this.both().userscript;
  }

  private both() {
    if (this.read) return this.read;
    const built = builtFiller();
    const text = built.text.replace('__DESK__', () => this.env.publicUrl).replace('__VERSION__', built.version);
    const block = metadata(this.env, statSync(fillerScript).mtime);
    this.read = { bookmark: given(text), userscript: given(`${block}\n${text}`) };
    return this.read;
  }
}

function given(text: string): Given {
  return { text, sha256: sha256Of(text) };
}

/**
 * What a userscript manager reads of a script: on which pages it runs, and where a newer one is. It runs in the window of the
 * form's page (`@grant none`) and has no rights of the manager.
 * @param built when the script was built: a later version is a later build
 */
function metadata({ AUTHORITY_FORM_URL, publicUrl }: Env, built: Date): string {
  const form = new URL(AUTHORITY_FORM_URL);
  const address = publicUrl + routes.userscript;
  const rows = [
    ['name', 'Fill the authority’s form'],
    ['namespace', publicUrl],
    ['description', 'Types the values of an order into the form. The puzzle and what follows it are a person’s.'],
    ['version', versionOf(built)],
    ['match', `${form.origin}${form.pathname}*`],
    ['match', `${new URL('register', form).href}*`],
    ['updateURL', address],
    ['downloadURL', address],
    ['run-at', 'document-idle'],
    ['grant', 'none'],
  ];
  const lines = rows.map(([name, value]) => `// @${name!.padEnd(12)} ${value}`);
  return ['// ==UserScript==', ...lines, '// ==/UserScript==', ''].join('\n');
}

/** Year, month, day and minute of the day, in UTC: managers compare the numbers one by one. */
function versionOf(built: Date): string {
  const minute = built.getUTCHours() * 60 + built.getUTCMinutes();
  return [built.getUTCFullYear(), built.getUTCMonth() + 1, built.getUTCDate(), minute].join('.');
}
