// Fills the authority's form with the values of one order (docs/form.md#the-script-that-fills-the-form), or a page on which a
// registration is looked up, and takes the slip or the date of entry from there (docs/form.md#the-slip-and-the-visit-pass).
// It runs on the authority's page, in the browser of the member. It calls the desk alone, with a code; the puzzle and all
// below it are a person's.
import { answered, keepFor, keepNothing } from './answer';
import { fill, foundOf } from './fill';
import { differencesOf, ticksOf } from './known-form';
import { lookUp } from './lookup';
import { controlOf, lookupForm, scrollToPuzzle, theForm, waitFor } from './page';
import { openPanel, type Panel } from './panel';
import { NotFilled, source, tellRun } from './source';

/** What a userscript manager says of itself to its scripts. A bookmark has it not. */
declare const GM_info: object | undefined;
/** A userscript starts by itself, also on pages that are neither the form nor its answer: there it is silent. */
const isUserscript = typeof GM_info !== 'undefined';

const personsPart = 'Compare it with the passport. The puzzle and what follows it are yours.';

/** How long the form may be silent until it shows the accommodation, in milliseconds. */
const patience = 4_000;

async function run(panel: Panel): Promise<void> {
  const said = await answered();
  if (said) return panel.stop(said, []);
  const lookup = lookupForm();
  if (lookup) return lookUp(panel, lookup, isUserscript);
  if (isUserscript && !theForm()) return panel.close();
  const differences = differencesOf();
  if (!theForm()) return panel.stop('The form changed; not filling', differences);
  const filling = await source('form');
  if (!filling) return panel.close();
  const { answer } = filling;
  keepNothing();
  if (differences.length > 0) {
    const told = await tellRun(answer, { outcome: 'changed', differences });
    return panel.stop('The form changed; not filling', [...differences, told]);
  }

  panel.says('Waiting for the accommodation …');
  if (!(await accommodationShown())) {
    await tellRun(answer, { outcome: 'silent' });
    return panel.stop('Nothing was filled in', [
      'The form does not show the accommodation. Load the page again, and start again.',
    ]);
  }
  const outcomes = await fill(filling.values, (label) => panel.says(`${label} …`));
  panel.report(filling.order, outcomes, [personsPart, ...ticksOf().map((tick) => `Yours, too: ${tick}`)]);
  if (answer) keepFor(answer);
  scrollToPuzzle();
  await tellRun(answer, foundOf(outcomes));
}

/** While the section is hidden the page checks nothing in it. */
function accommodationShown(): Promise<boolean> {
  return waitFor(() => controlOf('accommodationStay')!.checkVisibility(), patience);
}

const panel = openPanel();
if (panel)
  run(panel).catch((error: unknown) =>
    panel.stop('Not everything was filled in', [
      error instanceof NotFilled ? error.message : `The script failed: ${String(error)}. Load the page again.`,
    ]),
  );
