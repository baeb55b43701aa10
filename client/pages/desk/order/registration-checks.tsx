import { Button } from '@/components/button';
import { useConfirm } from '@/components/confirm';
import { Section } from '@/components/section';
import { sizeOf } from '@/components/size';
import { Time } from '@/components/time';
import { useWrite } from '@/hooks/use-write';
import { CheckChooser, PastedCheck, useAddCheck } from '@/pages/desk/order/add-check';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { OrderFileEntry } from '@shared/answers/order-files';
import { formatShortDay, formatUtc } from '@shared/dates';
import { orderFileKinds } from '@shared/order-file-kinds';
import { routes } from '@shared/routes';

const kind = 'registration_check';
const { label, most } = orderFileKinds[kind];

type ChecksProps = { order: OrderWithHistories; open: boolean };

/**
 * What the authority's page *Check Registration* showed, as members added it
 * (docs/form.md#what-the-authoritys-page-showed): for an order that was submitted.
 */
export function RegistrationChecks({ order, open }: ChecksProps) {
  const checks = order.files.filter((file) => file.kind === kind);
  const isShown = order.submitted !== null || checks.length > 0;
  const mayAdd = isShown && takesMore(order, open);
  const adding = useAddCheck(order, mayAdd);
  const { wrong } = adding;
  if (!isShown) return null;

  const none = checks.length === 0 && <p className="text-ink-faint">No screenshot of the page was added</p>;
  return (
    <Section title={label} count={checks.length} none={none} action={mayAdd && <CheckChooser {...adding} />}>
      {wrong && (
        <p id="check-error" role="alert" className="mb-2 font-medium text-danger">
          <span className="sr-only">Error: </span>
          {wrong}
        </p>
      )}
      {mayAdd && <PastedCheck {...adding} />}
      {checks.length > 0 && <Checks {...{ checks, order, open }} />}
    </Section>
  );
}

/** Whether one more may be added. */
export function takesMore(
  { files, erased_at }: Pick<OrderWithHistories, 'files' | 'erased_at'>,
  open: boolean,
): boolean {
  return open && !erased_at && files.filter((file) => file.kind === kind).length < most;
}

export function Checks({ checks, order, open }: ChecksProps & { checks: OrderFileEntry[] }) {
  return (
    <ul className="grid gap-2">
      {checks.map((file) => (
        <Check key={file.id} {...{ file, order, open }} />
      ))}
    </ul>
  );
}

function Check({ file, order, open }: ChecksProps & { file: OrderFileEntry }) {
  const { id, create_ts, added_by, size, sha256, url, erased_at } = file;
  const { running, run } = useWrite();
  const confirm = useConfirm();

  async function onRemove() {
    if (!(await confirm({ text: 'Remove this screenshot? Its file is erased.', dangerous: true }))) return;
    void run('remove', { method: 'post', path: routes.api.removeOrderFile(order.encoded_id, id), body: {} });
  }

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-md border border-line px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p>
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" className="font-medium text-accent hover:underline">
              Screenshot
            </a>
          ) : (
            <span className="font-medium">Screenshot</span>
          )}{' '}
          <span className="text-ink-soft">
            added by <bdi>{added_by}</bdi>, <Time at={create_ts} format={formatUtc} />
          </span>
        </p>
        <p className="text-sm text-ink-faint wrap-anywhere">
          {erased_at ? `Its file was erased on ${formatShortDay(erased_at)}` : sizeOf(size)} · SHA-256 {sha256}
        </p>
      </div>
      {open && (
        <Button
          tone="danger-quiet"
          data-print="never"
          busy={running !== undefined}
          aria-label={`Remove the screenshot of ${formatUtc(create_ts)}`}
          onClick={() => void onRemove()}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
