/** What server and browser share about screens, besides their props (pages.ts). */

export type LayoutName = 'admin' | 'auth' | 'visitor';

/** The layout around a screen: `client/layouts/<name>.tsx`. Error pages have none, because nobody may be signed in. */
export function layoutOf(page: string): LayoutName | null {
  const area = page.split('/')[0];
  if (area === 'error') return null;
  // Only for a signed-in member, unlike the other screens under `auth/`.
  if (page === 'auth/change-password') return 'admin';

  return area === 'visitor' || area === 'auth' ? area : 'admin';
}

/** The document's title from a screen's title; without a title it is the portal's (docs/screens.md#screens). */
export function titleOf(title: string): string {
  return `${title || 'Admin Portal'} | Malaysia Digital Arrival Card`;
}
