import type { INestApplicationContext, Type } from '@nestjs/common';
import { borrowDatabase } from './borrow-database.js';
import { inApplication } from './application.js';
import { runAsScript } from '../platform/script.js';

/** The file can't be imported at all; the message is shown on the terminal. */
export class UnusableFile extends Error {}

type ImportCommand<Given> = {
  /** Reads the arguments and finds the file. @throws UnusableFile */
  prepare: () => Promise<Given>;
  /** The module with the services that `take` uses. */
  feature: Type;
  /** Takes the file in. Returns the exit code. @throws UnusableFile */
  take: (app: INestApplicationContext, given: Given) => Promise<number>;
};

/**
 * A command that takes the lines of a file into the database of the settings, else into the embedded one. It ends with the
 * code of `take`, and with 2 for wrong arguments or an unusable file.
 * @param module the caller's `import.meta.url`; nothing runs when another module imports the caller
 */
export function runImport<Given>(module: string, { prepare, feature, take }: ImportCommand<Given>): Promise<void> {
  return runAsScript(module, async (env) => {
    try {
      const given = await prepare();
      const { url, close } = await borrowDatabase(env);
      try {
        process.exitCode = await inApplication({ env, url, imports: [feature], work: (app) => take(app, given) });
      } finally {
        await close();
      }
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    }
  });
}
