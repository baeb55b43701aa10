import { Button } from '@/components/button';
import { Field, Select } from '@/components/field';
import { router } from '@inertiajs/react';
import { activityActions } from '@shared/activity-actions';
import type { AuditQuery } from '@shared/audit';
import type { Pages } from '@shared/pages';
import { routes } from '@shared/routes';
import { type ChangeEvent, type FormEvent, useState } from 'react';

/** The filters of the audit: member, action, order, days. Each may stay empty. */
export function Filter({ members, query }: Pick<Pages['audit/rows'], 'members' | 'query'>) {
  const [asked, setAsked] = useState({
    member: String(query.member ?? ''),
    action: query.action ?? '',
    order: String(query.order ?? ''),
    fromDate: query.fromDate ?? '',
    toDate: query.toDate ?? '',
  });

  function field(name: keyof typeof asked) {
    return {
      name,
      value: asked[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        setAsked({ ...asked, [name]: event.target.value }),
    };
  }

  function onShow(event: FormEvent) {
    event.preventDefault();
    const given = Object.entries(asked).filter(([, value]) => value.trim() !== '');
    router.get(routes.audit, Object.fromEntries(given));
  }

  return (
    <form onSubmit={onShow} className="flex flex-wrap items-end gap-2 px-6 pb-4 max-md:px-4">
      <Select label="Member" {...field('member')} className="w-48 max-sm:w-full">
        <option value="">Everybody</option>
        {members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select label="Action" {...field('action')} className="w-56 max-sm:w-full">
        <option value="">Everything</option>
        {Object.entries(activityActions).map(([action, name]) => (
          <option key={action} value={action}>
            {name}
          </option>
        ))}
      </Select>
      <Field label="Order Id" inputMode="numeric" {...field('order')} className="w-28 max-sm:flex-1" />
      <Field label="From" type="date" {...field('fromDate')} className="w-40 max-sm:flex-1" />
      <Field label="To" type="date" {...field('toDate')} className="w-40 max-sm:flex-1" />
      <Button type="submit" tone="primary">
        Show
      </Button>
    </form>
  );
}

/** The address with these filters; a cursor only where the query has one. */
export function pathOf(path: string, { before, ...filters }: AuditQuery): string {
  const isPage = path === routes.audit;
  const given = Object.entries({ ...filters, ...(isPage && { before }) }).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
}
