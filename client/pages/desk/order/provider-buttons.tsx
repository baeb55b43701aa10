import { Button } from '@/components/button';
import { type MailProvider, mailProviders } from '@shared/mail-providers';

type ProviderButtonsProps = {
  /** The label before the provider's name, such as 'Send by'. */
  verb: string;
  /** The provider whose request is running. */
  running: MailProvider | undefined;
  onSend: (provider: MailProvider) => void;
};

/** One button for each mail provider; Enter in the form presses the first (docs/mail.md#mail). */
export function ProviderButtons({ verb, running, onSend }: ProviderButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {mailProviders.map((provider, index) => (
        <Button
          key={provider}
          type={index === 0 ? 'submit' : 'button'}
          busy={running === provider}
          onClick={(event) => {
            event.preventDefault();
            onSend(provider);
          }}
        >
          {`${verb} ${provider}`}
        </Button>
      ))}
    </div>
  );
}
