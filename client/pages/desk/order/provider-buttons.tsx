import { Button } from '@/components/button';
import { type MailProvider, mailProviders } from '@shared/mail-providers';

type ProviderButtonsProps = {
  /** What is done, before the provider's name: 'Send by'. */
  verb: string;
  /** The provider whose request runs. */
  running: MailProvider | undefined;
  onSend: (provider: MailProvider) => void;
};

/** One button for each mail provider; Enter in the form presses the first (spec §9: AWS is the default). */
export function ProviderButtons({ verb, running, onSend }: ProviderButtonsProps) {
  return (
    <div className="mt-2.5 grid grid-cols-2 gap-2">
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
