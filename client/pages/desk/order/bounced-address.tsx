import { Tick } from '@/components/field';
import { isSameMailbox } from '@shared/mailbox';

type BouncedAddressProps = {
  typed: string;
  /** Where mails about the order bounced for good, in lower case. */
  bounced: string[];
  name: string;
  confirmed: boolean;
  onConfirm: (confirmed: boolean) => void;
};

/** Asks before a mail goes to an address that does not exist, however it is spelled. */
export function BouncedAddress({ typed, bounced, name, confirmed, onConfirm }: BouncedAddressProps) {
  if (!bounced.some((one) => isSameMailbox(one, typed))) return null;
  return (
    <div className="rounded-md bg-danger-soft px-3 py-2 text-danger">
      <p>A mail about this order bounced at this address. The address may not exist.</p>
      <Tick
        name={name}
        label="Send there anyway"
        checked={confirmed}
        onChange={(event) => onConfirm(event.target.checked)}
      />
    </div>
  );
}
