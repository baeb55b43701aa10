import type { Member } from '../database/member.entity.js';
import type { MemberEntry } from '../shared/team.js';

/** A member as the team list shows it: no password, and no hash of one. */
export function toMember({ id, name, email, type }: Member): MemberEntry {
  return { id, name, email, type, memberRole: type };
}
