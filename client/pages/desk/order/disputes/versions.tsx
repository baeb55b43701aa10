import { type Column, DataTable } from '@/components/data-table';
import { Time } from '@/components/time';
import type { DisputeCase, PackVersion } from '@shared/answers/disputes';
import { formatListTime } from '@shared/dates';
import { routes } from '@shared/routes';

/** Every pack that was made of the order; each opens as it was made, for good. */
export function Versions({ versions, disputes }: { versions: PackVersion[]; disputes: DisputeCase[] }) {
  const nameOf = (id: number) => disputes.find((one) => one.id === id)?.case_id ?? `no. ${id}`;
  return (
    <DataTable caption="Versions of the packs" columns={columnsOf(nameOf)} rows={versions} rowKey={({ id }) => id} />
  );
}

function columnsOf(nameOf: (disputeId: number) => string): Column<PackVersion>[] {
  return [
    { key: 'version', title: 'Version', width: 'w-18', cell: ({ id, type }) => `${id} · ${type}` },
    {
      key: 'made',
      title: 'Made',
      note: 'UTC',
      width: 'w-40',
      kind: 'detail',
      cell: ({ create_ts: at, made_by: by }) => (
        <span className="inline-block py-1">
          <Time at={at} format={formatListTime} />
          <span className="block">
            by <bdi>{by}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: 'for',
      title: 'For',
      width: 'w-36',
      cell: ({ submitted_for: disputes, dispute_id: dispute }) =>
        disputes.length > 0 ? (
          <span className="inline-block py-1">
            <span className="tag tone-indigo">Submitted</span>
            <span className="block text-sm">for {disputes.map(nameOf).join(', ')}</span>
          </span>
        ) : (
          (dispute && nameOf(dispute)) || 'the order'
        ),
    },
    {
      key: 'size',
      title: 'Size',
      width: 'w-18',
      kind: 'number',
      cell: ({ size }) => `${Math.ceil(size / 1024).toLocaleString('en')} KB`,
    },
    {
      key: 'hash',
      title: 'SHA-256',
      width: 'w-30',
      kind: 'detail',
      drop: 640,
      cell: ({ sha256 }) => <span title={sha256}>{sha256.slice(0, 12)}…</span>,
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-18',
      kind: 'actions',
      cell: ({ id }) => (
        <a href={routes.packVersion(id)} target="_blank" rel="noreferrer" className="row-action">
          Open<span className="sr-only"> version {id}</span>
        </a>
      ),
    },
  ];
}
