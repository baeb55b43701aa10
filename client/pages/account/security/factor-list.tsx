import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { type Column, DataTable } from '@/components/data-table';
import { EmptyState } from '@/components/empty-state';
import { RecoveryCodes } from '@/components/second-factor/recovery-codes';
import { Minute } from '@/components/time';
import { askForFactor } from '@/writes/fresh-factor';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { sayOutcome, write } from '@/writes/write';
import { usePage } from '@inertiajs/react';
import type { OwnFactors, RecoveryCodes as Codes } from '@shared/answers/auth';
import { formatUtcMinute } from '@shared/dates';
import type { SharedProps } from '@shared/pages';
import { routes } from '@shared/routes';
import { useState } from 'react';

type Factor = OwnFactors['factors'][number];

const kinds = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

/** The member's second factors and recovery codes. */
export function FactorList({ factors, recovery_codes_left: left }: OwnFactors) {
  const confirm = useConfirm();
  const { factorUntil } = usePage<SharedProps>().props;
  const [codes, setCodes] = useState<string[]>([]);
  if (factors.length === 0) return null;

  async function onRemove({ id, name }: Factor) {
    if (!(await confirm({ text: `Remove ${name}?`, dangerous: true }))) return;
    await write({ method: 'post', path: routes.api.removeFactor, body: { factorId: id } });
  }

  async function onRenew() {
    if (!(await confirm({ text: 'Make new recovery codes? The old ones are void then.' }))) return;
    const outcome = await queued<Codes>({ method: 'post', path: routes.api.recoveryCodes, body: {} });
    if (outcome.done) setCodes(outcome.data?.recovery_codes ?? []);
    else void sayOutcome(outcome);
    void readAgain();
  }

  return (
    <div className="mb-5 grid gap-4">
      <DataTable
        caption="Second factors"
        columns={columnsFor((factor) => void onRemove(factor))}
        rows={factors}
        rowKey={({ id }) => id}
        empty={<EmptyState text="No data available in table" />}
      />
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes([])} />
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
          <Button onClick={() => void onRenew()}>New recovery codes</Button>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-3 text-ink-soft">
        {factorUntil ? `What asks for your second factor is open until ${formatUtcMinute(new Date(factorUntil))}.` : ''}
        <Button onClick={() => void askForFactor()}>Confirm now</Button>
      </p>
    </div>
  );
}

function columnsFor(onRemove: (factor: Factor) => void): Column<Factor>[] {
  return [
    { key: 'name', title: 'Name', width: 'w-48', cell: ({ name }) => <bdi className="truncate">{name}</bdi> },
    { key: 'kind', title: 'Kind', width: 'w-40', cell: ({ kind }) => kinds[kind] },
    { key: 'created_at', title: 'Added', width: 'w-44', cell: ({ created_at: at }) => <Minute at={at} /> },
    {
      key: 'last_used_at',
      title: 'Last used',
      width: 'w-40',
      cell: ({ last_used_at: at }) => <Minute at={at} />,
    },
    {
      key: 'action',
      title: 'Action',
      width: 'w-28',
      kind: 'actions',
      cell: (factor) => (
        <span className="row-actions">
          <button type="button" onClick={() => onRemove(factor)} className="row-action row-danger">
            Remove
          </button>
        </span>
      ),
    },
  ];
}
