import type { Member } from '../database/member.entity.js';
import type { MemberEntry, MemberLine } from '../shared/team.js';
import type { Access } from './team.queries.js';

/** A member as the team list shows it: no password, and no hash of one. */
export function toMember({ id, name, email, type }: Member): MemberEntry {
  return { id, name, email, type, memberRole: type };
}

export function toLine(member: Member, { isDeactivated, isInvited, hasFactor, lockedUntil }: Access): MemberLine {
  return {
    ...toMember(member),
    state: isDeactivated ? 'deactivated' : isInvited ? 'invited' : 'active',
    second_factor: hasFactor,
    locked_until: lockedUntil?.toISOString() ?? null,
  };
}

/** A member as the activity names one. */
export function describe({ name, email, type }: Pick<Member, 'name' | 'email' | 'type'>): string {
  return `${name} <${email}>, ${type}`;
}
