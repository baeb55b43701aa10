/** How one of the authority's pages can be other than usual, the worst first, as people call it. */
export const pageTroubles = { changed: 'Changed', away: 'Does not answer', slow: 'Slow' } as const;
export type PageTrouble = keyof typeof pageTroubles;
export const allPageTroubles = Object.keys(pageTroubles) as [PageTrouble, ...PageTrouble[]];

/** How a page is: in trouble, as usual, or nobody knows, because no run of the script is on record. */
export const pageStates = { ...pageTroubles, works: 'Works', unknown: 'Not known' } as const;
export type PageStateName = keyof typeof pageStates;
export const allPageStates = Object.keys(pageStates) as [PageStateName, ...PageStateName[]];

/** A page that took longer than so many milliseconds, to come and to answer the script, is slow. */
export const slowPage = 20_000;

/** How many differences a run of the script reports at most, and how many letters each may have. */
export const mostDifferences = 60;
export const longestDifference = 200;
