import { buttonClass } from '@/components/button';
import { loadAgain } from '@/components/load-again';
import { connectionLost } from '@/layouts/admin/connection';
import { askToSignIn, session, whyRefused } from '@/writes/session';
import { useEndingLease } from '@/layouts/admin/use-ending-lease';
import { renewLease } from '@/writes/next-order';
import { useStore } from '@/writes/store';
import { formatUtcClock } from '@shared/dates';

/**
 * The notice about the page itself, under the top bar. Only the most urgent one is shown, and none acts by itself
 * (docs/screens.md#writes-from-a-page).
 */
export function Notices() {
  const state = useStore(session);
  const lost = useStore(connectionLost);
  const stale = useStore(loadAgain);
  const lease = useEndingLease();

  if (state !== 'good') {
    const onPress = () => void askToSignIn(whyRefused);
    return <Notice text={`${whyRefused} What you typed stays.`} button="Sign in" onPress={onPress} />;
  }
  if (lost) return <Notice text={`No connection since ${formatUtcClock(new Date(lost))}`} />;
  if (stale) {
    const text = stale === 'version' ? 'A new version is there.' : 'A part of this page could not be loaded.';
    return <Notice text={text} button="Reload" onPress={() => window.location.reload()} />;
  }
  if (lease) {
    const text = `Order ${lease.order_id} goes back to its queue at ${formatUtcClock(lease.until)}, unless you work on it.`;
    return <Notice text={text} button="Keep it" onPress={() => void renewLease(lease.encoded_id)} />;
  }
  return null;
}

type NoticeProps = { text: string; button?: string; onPress?: () => void };

function Notice({ text, button, onPress }: NoticeProps) {
  return (
    <div
      data-notice
      className="flex h-notice items-center gap-3 border-t border-line bg-caution-soft px-6 text-caution max-md:px-4"
    >
      <p className="min-w-0 truncate font-medium" title={text}>
        {text}
      </p>
      {button && (
        <button
          type="button"
          onClick={onPress}
          className={buttonClass('secondary', 'ml-auto [--control-height:1.75rem]')}
        >
          {button}
        </button>
      )}
    </div>
  );
}
