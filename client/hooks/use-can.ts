import { usePage } from '@inertiajs/react';
import type { StaffInfo } from '@shared/auth';
import type { SharedProps } from '@shared/pages';
import { can, type Permission } from '@shared/permissions';

/** The signed-in member; only for screens that need a sign-in. */
export function useStaff(): StaffInfo {
  const { staff } = usePage<SharedProps>().props;
  if (!staff) throw new Error('Nobody is signed in here');
  return staff;
}

/** Asks the permission table on behalf of the signed-in member: `can('orders.delete')`. */
export function useCan(): (permission: Permission) => boolean {
  const { type } = useStaff();
  return (permission) => can(type, permission);
}
