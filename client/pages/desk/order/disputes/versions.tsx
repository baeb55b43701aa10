import { Time } from '@/components/time';
import type { DisputeCase, PackVersion } from '@shared/answers/disputes';
import { formatListTime } from '@shared/dates';
import { routes } from '@shared/routes';

/** Every pack that was made of the order; each opens as it was made, for good. */
export function Versions({ versions, disputes }: { versions: PackVersion[]; disputes: DisputeCase[] }) {
  return (
    <div className="list mt-4 border-y border-line">
      <table className="data-table">
        <caption className="sr-only">Versions of the packs</caption>
        <colgroup>
          <col className="w-18" />
          <col className="w-40" />
          <col />
          <col className="w-18" />
          <col className="w-30" />
          <col className="w-18" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">
              Made <span className="font-normal text-ink-faint">UTC</span>
            </th>
            <th scope="col">For</th>
            <th scope="col" className="number">
              Size
            </th>
            <th scope="col">SHA-256</th>
            <th scope="col" className="actions">
              Action
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <Version key={version.id} {...{ version, disputes }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Version({ version, disputes }: { version: PackVersion; disputes: DisputeCase[] }) {
  const nameOf = (id: number) => disputes.find((one) => one.id === id)?.case_id ?? `no. ${id}`;
  return (
    <tr>
      <td data-title="Version">
        {version.id} · {version.type}
      </td>
      <td data-title="Made" className="detail">
        <span className="inline-block py-1">
          <Time at={version.create_ts} format={formatListTime} />
          <span className="block">
            by <bdi>{version.made_by}</bdi>
          </span>
        </span>
      </td>
      <td data-title="For">
        {version.submitted_for.length > 0 ? (
          <span className="inline-block py-1">
            <span className="tag tone-indigo">Submitted</span>
            <span className="block text-sm">for {version.submitted_for.map(nameOf).join(', ')}</span>
          </span>
        ) : (
          (version.dispute_id && nameOf(version.dispute_id)) || 'the order'
        )}
      </td>
      <td data-title="Size" className="number">
        {Math.ceil(version.size / 1024).toLocaleString('en')} KB
      </td>
      <td data-title="SHA-256" className="detail">
        <span title={version.sha256}>{version.sha256.slice(0, 12)}…</span>
      </td>
      <td className="actions">
        <a href={routes.packVersion(version.id)} target="_blank" rel="noreferrer" className="row-action">
          Open<span className="sr-only"> version {version.id}</span>
        </a>
      </td>
    </tr>
  );
}
