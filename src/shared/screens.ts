/** What browser and server must agree on about screens, beside their props (pages.ts). */

export type LayoutName = 'admin' | 'auth' | 'visitor';

/** The layout around a screen: `client/layouts/<name>.tsx`. Error pages stand alone, since nobody may be signed in. */
export function layoutOf(page: string): LayoutName | null {
  const area = page.split('/')[0];
  if (area === 'error') return null;
  // A signed-in member's own screen, though it is about signing in.
  if (page === 'auth/change-password') return 'admin';

  return area === 'visitor' || area === 'auth' ? area : 'admin';
}

/** The document's title for a screen's own; without one it is the portal's (decisions: Staff, page titles). */
export function titleOf(title: string): string {
  return `${title || 'Admin Portal'} | Malaysia Digital Arrival Card`;
}
