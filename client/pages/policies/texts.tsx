import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { Field, Select, TextArea } from '@/components/field';
import { Link } from '@/components/link';
import { PageTitle } from '@/components/page-title';
import { Section } from '@/components/section';
import { useCheckedForm } from '@/hooks/use-checked-form';
import { Comparison } from '@/pages/policies/texts/comparison';
import { formatDate, formatShortDay } from '@shared/dates';
import type { Pages } from '@shared/pages';
import { allPolicyKinds, policyKinds } from '@shared/policy-kinds';
import { routes } from '@shared/routes';
import type { FormEvent } from 'react';

type Props = Pages['policies/texts'];
type Row = Props['policies'][number];

/** The texts that customers buy under: all versions, two side by side, and the form that adds one (docs/evidence.md#policies). */
export default function Texts({ policies, brands, comparison }: Props) {
  return (
    <>
      <PageTitle
        title="Policies"
        hint="Terms, refund policy and disclosure by brand. A new text is a new version; no version is changed or removed."
      />
      {comparison && <Comparison comparison={comparison} policies={policies} />}
      <DataTable
        caption="Policies"
        columns={columnsOf(policies, brands)}
        rows={policies}
        rowKey={({ id }) => id}
        empty={<EmptyState text="No data available in table">Add the first text below.</EmptyState>}
      />
      <div className="px-6 pt-8 max-md:px-4">
        <Section title="Add a Text">
          <AddText brands={brands} />
        </Section>
      </div>
    </>
  );
}

function columnsOf(policies: Row[], brands: Props['brands']): Column<Row>[] {
  /** The version before this one; the list has the newest first. */
  const before = (row: Row) =>
    policies.find((other) => other.brand === row.brand && other.kind === row.kind && other.valid_from < row.valid_from);
  return [
    {
      key: 'brand',
      title: 'Brand',
      width: 'w-58 max-[1420px]:w-44',
      cell: ({ brand }) => brands.find(({ key }) => key === brand)?.name ?? brand,
    },
    { key: 'kind', title: 'Kind', width: 'w-36 max-[1420px]:w-30', cell: ({ kind }) => policyKinds[kind].label },
    { key: 'version', title: 'Version', width: 'w-28 max-[1420px]:w-22', cell: ({ version }) => <bdi>{version}</bdi> },
    {
      key: 'from',
      title: 'In force from',
      width: 'w-32 max-[1420px]:w-26',
      cell: ({ valid_from }) => formatDate(valid_from),
    },
    {
      key: 'added',
      title: 'Added',
      width: 'w-44 max-[1420px]:w-40',
      kind: 'detail',
      drop: 800,
      cell: ({ added_by, create_ts }) => `${formatShortDay(create_ts)}${added_by ? ` by ${added_by}` : ', shipped'}`,
    },
    {
      key: 'hash',
      title: 'SHA-256',
      width: 'w-32 max-[1420px]:w-24',
      kind: 'detail',
      drop: 960,
      cell: ({ sha256 }) => <span title={sha256}>{sha256.slice(0, 12)}…</span>,
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-40 max-[1420px]:w-36',
      kind: 'actions',
      cell: (row) => {
        const earlier = before(row);
        return (
          <span className="row-actions">
            {earlier && (
              <Link
                href={`${routes.policies}?before=${earlier.id}&after=${row.id}`}
                preserveState
                className="row-action"
              >
                Compare
                <span className="sr-only">
                  {' '}
                  {row.version} with {earlier.version}
                </span>
              </Link>
            )}
            <a href={row.path} target="_blank" rel="noreferrer" className="row-action">
              Open
              <span className="sr-only">
                {' '}
                {policyKinds[row.kind].label} {row.version}
              </span>
            </a>
          </span>
        );
      },
    },
  ];
}

const nothing = { brand: '', kind: '', version: '', validFrom: '', text: '' };

function AddText({ brands }: { brands: Props['brands'] }) {
  const form = useCheckedForm(async () => (await import('@shared/policies')).addPolicy, nothing);

  function onAdd(event: FormEvent) {
    event.preventDefault();
    void form.send('post', routes.api.policies, { onDone: (sent) => form.clearSent(sent) });
  }

  return (
    <form id={form.id} noValidate onSubmit={onAdd} autoComplete="off" className="grid gap-4">
      <div className="grid grid-cols-4 items-end gap-4 max-xl:grid-cols-2 max-sm:grid-cols-1">
        <Select label="Brand" {...form.field('brand')}>
          <option value="">Select brand</option>
          {brands.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
        <Select label="Kind" {...form.field('kind')}>
          <option value="">Select kind</option>
          {allPolicyKinds.map((kind) => (
            <option key={kind} value={kind}>
              {policyKinds[kind].label}
            </option>
          ))}
        </Select>
        <Field label="Version" placeholder="2027-01" {...form.field('version')} />
        <Field label="In force from" type="date" {...form.field('validFrom')} />
      </div>
      <TextArea label="Text" rows={10} {...form.field('text')} />
      <Button type="submit" tone="primary" busy={form.busy} className="justify-self-start">
        Add Text
      </Button>
    </form>
  );
}
