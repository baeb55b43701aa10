import { Button } from '@/components/button';
import { Copyable } from '@/components/copyable';
import { Time } from '@/components/time';
import { callApi } from '@/hooks/call-api';
import { copy, copyOrSay } from '@/hooks/copy';
import { useCan } from '@/hooks/use-can';
import { say } from '@/hooks/use-toasts';
import { useWrite } from '@/hooks/use-write';
import type { OrderWithHistories } from '@shared/answers/desk';
import type { CodeGiven } from '@shared/answers/filler';
import { type AuthorityPage, authorityPages, codeInAddress } from '@shared/authority-pages';
import type { CodeFor } from '@shared/filler';
import { formatShortDay, formatUtcClock, kualaLumpurToday } from '@shared/dates';
import type { PageMeant } from '@shared/script-run';
import { statusRows } from '@shared/order-statuses';
import { routes } from '@shared/routes';
import { Link } from '@inertiajs/react';
import { useState, useSyncExternalStore } from 'react';

/** The page with the code at the end of its address, where the script finds it. */
function addressWith({ form_url, code }: CodeGiven): string {
  return `${form_url}#${codeInAddress}=${code}`;
}

/** Copies the values for a page that lets no script call us. */
function CopyValues({ text }: { text: string }) {
  const copy = async () => {
    if (await copyOrSay(text)) void say({ type: 'success', message: 'The values are copied.' });
  };
  return <Button onClick={() => void copy()}>Copy the values</Button>;
}

/**
 * Gives a code for the script on one of the authority's pages, copies it and opens the page with it
 * (docs/form.md#the-script-that-fills-the-form). Nothing for a member from whom passport numbers are hidden.
 */
export function FillPage({ order, page }: { order: OrderWithHistories; page: AuthorityPage }) {
  const maySee = useCan()('passports.see');
  const [given, setGiven] = useState<CodeGiven & { isCopied: boolean }>();
  const [isAsking, setAsking] = useState(false);
  const { running, run } = useWrite();
  if (!maySee) return null;

  async function codeFor(): Promise<CodeGiven> {
    const body: CodeFor = { page };
    const answer = await callApi<CodeGiven>('post', routes.api.fillerCode(order.encoded_id), body);
    if (answer.status !== 1) throw new Error(answer.message);
    return answer.data;
  }

  async function onFill() {
    setAsking(true);
    const coming = codeFor();
    const copying = copy(coming.then(({ code }) => code));
    try {
      const code = await coming;
      setGiven({ ...code, isCopied: await copying });
      window.open(addressWith(code), '_blank', 'noopener');
    } catch (error) {
      void say({ type: 'error', message: (error as Error).message });
    }
    setAsking(false);
  }

  const onAway = () => {
    const body: PageMeant = { page };
    return run('away', { method: 'post', path: routes.api.authorityAway, body });
  };

  return (
    <>
      <Button busy={isAsking} onClick={() => void onFill()}>
        {authorityPages[page].button}
      </Button>
      <Link href={routes.authorityFiller} className="text-accent hover:underline">
        {authorityPages[page].how}
      </Link>
      {given && (
        <output className="basis-full text-ink-soft">
          The code <Copyable text={given.code} className="font-medium tabular-nums" />{' '}
          {given.isCopied ? 'is copied' : 'could not be copied: type it'}. It is for one filling, until{' '}
          <Time at={given.until} format={formatUtcClock} />. Start the script on{' '}
          <a href={addressWith(given)} target="_blank" rel="noreferrer" className="text-accent underline">
            {authorityPages[page].name}
          </a>
          , which has the code; where it asks, {given.isCopied ? 'paste' : 'type'} it. Where that page lets no script
          call us, paste the values in its place: <CopyValues text={given.text} /> Where it does not open:{' '}
          <Button busy={running !== undefined} onClick={() => void onAway()}>
            It does not answer
          </Button>
        </output>
      )}
    </>
  );
}

/** The way to the slip of an order that was submitted, while its card is still to be sent. */
export function GetSlip({ order }: { order: OrderWithHistories }) {
  const { submitted, process_status: status } = order;
  if (submitted === null || statusRows[status].settled) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line pt-3">
      <FillPage order={order} page="registration" />
    </div>
  );
}

/** The way to the date of entry of a traveller who has arrived, and what was read of it last. */
export function DateOfEntry({ order }: { order: OrderWithHistories }) {
  const today = useSyncExternalStore(never, malaysiasToday, () => '');
  if (order.submitted === null || order.erased_at || order.doa > today) return null;
  const read = order.activity.find(({ action }) => action === 'visit-pass.read');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {read?.to && <p className="basis-full">{`Date of entry: ${formatShortDay(read.to)}, read by ${read.actor}.`}</p>}
      <FillPage order={order} page="visit-pass" />
    </div>
  );
}

const never = () => () => undefined;
const malaysiasToday = () => kualaLumpurToday(new Date());
