import { router } from '@inertiajs/react';

type Report = { fromDate: string; toDate: string; search: string };

/** Shows a report for other dates or another search. The URL's query holds every value that is not empty. */
export function useReport(path: string, shown: Report) {
  return (change: Partial<Report>) => {
    const { search: q, fromDate, toDate } = { ...shown, ...change };
    const query = Object.fromEntries(Object.entries({ fromDate, toDate, q }).filter(([, value]) => value));
    router.get(path, query, { preserveState: true, replace: true });
  };
}
