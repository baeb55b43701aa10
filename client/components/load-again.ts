/** Asks whether to load the page anew, where a part of it can't be loaded: after a release its code may be another. */
export function offerToLoadAgain(): void {
  if (window.confirm('This page could not be loaded. Load it again?')) window.location.reload();
}
