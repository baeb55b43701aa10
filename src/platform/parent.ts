/** How long this process may take to end after its parent has gone, in milliseconds. */
const patience = 20_000;

/** Tells the parent process that this one is ready. Does nothing without a parent that listens. */
export function tellReady(): void {
  if (process.connected) process.send?.('ready');
}

/**
 * Ends this process when its parent has gone, for example by kill -9: calls `close`, and exits after 20 s in any case.
 * The channel to the parent doesn't keep this process alive.
 */
export function exitWithParent(close: () => Promise<void>): void {
  const startedByHand = process.send === undefined;
  if (startedByHand) return;

  const end = () => {
    setTimeout(() => process.exit(1), patience).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // The parent may have gone while this process was loading.
  if (!process.connected) return end();
  process.once('disconnect', end);
  process.channel?.unref();
}
