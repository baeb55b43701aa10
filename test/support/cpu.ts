/** How long this process has used a processor, in milliseconds: what a measured piece of work takes, however busy the machine is. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
