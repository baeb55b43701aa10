import { Button } from '@/components/button';
import { Tick } from '@/components/field';
import { useStaff } from '@/hooks/use-can';
import { changeSettings, useSettings } from '@/hooks/use-settings';
import { useLastProvider } from '@/hooks/last-provider';
import { ProviderButtons } from '@/pages/desk/order/provider-buttons';
import type { MailProvider } from '@shared/mail-providers';

type SendButtonsProps = {
  mayComplete: boolean;
  hasFile: boolean;
  /** Whether the card was refused because it is not the order's. */
  isRefused: boolean;
  busy: MailProvider | 'complete' | undefined;
  onSend: (provider: MailProvider, complete?: boolean) => void;
};

/** The buttons that mail the card: by a provider, or by the last one and the order is completed. */
export function SendButtons({ mayComplete, hasFile, isRefused, busy, onSend }: SendButtonsProps) {
  const provider = useLastProvider();
  const staff = useStaff();
  const { goOn } = useSettings();

  return (
    <>
      {mayComplete && (
        <>
          <Button
            type="submit"
            tone={hasFile ? 'primary' : 'secondary'}
            title={`Mails the card by ${provider} and moves the order to Completed`}
            busy={busy === 'complete'}
            onClick={(event) => {
              event.preventDefault();
              onSend(provider, true);
            }}
          >
            {isRefused ? 'Send anyway and complete' : 'Send and complete'}
          </Button>
          <Tick
            name="goOn"
            label="Then open the next order"
            checked={goOn}
            onChange={(event) => void changeSettings(staff.id, { goOn: event.target.checked })}
          />
        </>
      )}
      <ProviderButtons
        verb={isRefused ? 'Send anyway by' : 'Send by'}
        running={busy === 'complete' ? undefined : busy}
        onSend={onSend}
      />
    </>
  );
}
