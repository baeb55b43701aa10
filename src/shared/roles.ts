/** The five member types, in the order the team form offers them (docs/screens.md#screens). */
export const roles = ['Admin', 'Manager', 'Team', 'Telecaller', 'Night Staff'] as const;

export type Role = (typeof roles)[number];
