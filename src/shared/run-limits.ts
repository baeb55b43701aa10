/** How many differences a run of the script reports at most, and how many letters each may have. */
export const mostDifferences = 60;
export const longestDifference = 200;
