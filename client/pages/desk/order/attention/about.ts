import { idOf } from '@/components/section';
import type { DisputeCase } from '@shared/answers/disputes';
import type { Pages } from '@shared/pages';
import type { Permission } from '@shared/permissions';

/** What the rows are read from. */
export type About = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts' | 'erased'> & {
  /** None for a member who may not see them. */
  disputes: readonly DisputeCase[];
  can: (permission: Permission) => boolean;
};

/** What a row is given: its own of what it is about, and the rest. */
export type Its<Of> = { of: Of; about: About };

/** A part of the page, as the way to the details of a row. */
export function part(title: string, name = title): { id: string; name: string } {
  return { id: idOf(title), name };
}
