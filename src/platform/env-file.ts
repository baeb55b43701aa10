/** Adds the variables of `.env`, if the file exists, to the environment; variables that are set already stay. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
