import { useLive } from '@/hooks/use-live';
import { readQuietly } from '@/writes/read-again';
import { usePage } from '@inertiajs/react';
import type { Lease } from '@shared/answers/next-order';
import { leaseWarningMinutes } from '@shared/limits';
import type { SharedProps } from '@shared/pages';
import { useEffect, useState } from 'react';

/**
 * The lease of the member that ends first, once it ends within `leaseWarningMinutes`. At that moment and at its end the
 * leases are read again, because work in another window may have renewed it.
 */
export function useEndingLease(): Lease | undefined {
  const { leases, staff } = usePage<SharedProps>().props;
  const first = leases?.[0];
  const until = first && Date.parse(first.until);
  /** The end of the lease that is near. */
  const [near, setNear] = useState<number>();
  useLive({
    onChanges: (changes) => {
      // the lease's own beginning is told after the page that came with it
      const isOver = changes.some(
        ({ id, holder }) => id === first?.order_id && (holder !== staff?.name || near === until),
      );
      if (isOver) readQuietly(['leases']);
    },
  });

  useEffect(() => {
    if (until === undefined) return undefined;

    const left = until - Date.now();
    const ahead = left - leaseWarningMinutes * 60_000;
    const warns = setTimeout(() => {
      setNear(until);
      if (ahead > 0) readQuietly(['leases']);
    }, ahead);
    const ends = setTimeout(() => readQuietly(['leases']), Math.max(left, 0) + 1_000);
    return () => {
      clearTimeout(warns);
      clearTimeout(ends);
    };
  }, [until]);
  return near === until ? first : undefined;
}
