/** The CPU time of this process in milliseconds. Unlike elapsed time it doesn't depend on other load on the machine. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
