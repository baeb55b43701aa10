import { Store } from '@/writes/store';

/** Why the page should be reloaded: `version` after a release, `part` when code could not be loaded. */
export const loadAgain = new Store<'version' | 'part' | undefined>(undefined);

/** Offers a reload because a part of the page can't be loaded, such as after a release. The page itself stays. */
export function offerToLoadAgain(): void {
  loadAgain.set('part');
}

/** Notes that a new version was released. This page can still send; it reads nothing until the member reloads it. */
export function noteNewVersion(): void {
  loadAgain.set('version');
}
