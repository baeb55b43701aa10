/** Time for what is under way when the process that started this one is gone, in ms. */
const patience = 20_000;

/** Tells the process that started this one that it is at work now. Started by hand, there is nobody to tell. */
export function tellReady(): void {
  if (process.connected) process.send?.('ready');
}

/**
 * Ends this process when the one that started it is gone, killed with -9 say: by `close`, and after 20 s anyway.
 * The channel to it keeps nothing alive that would otherwise end.
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
  // It may have gone while this process was still loading.
  if (!process.connected) return end();
  process.once('disconnect', end);
  process.channel?.unref();
}
