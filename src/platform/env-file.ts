/** Adds what stands in `.env`, where there is one, to the environment; what is set there already stays. */
export function readEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
