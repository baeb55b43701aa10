import { isSameMailbox } from '@shared/mailbox';

/** Warns when a mail would go to another address than the order's, because a card must not reach the wrong person. */
export function OtherAddress({ typed, own }: { typed: string; own: string }) {
  if (typed.trim() === '' || isSameMailbox(typed, own)) return null;
  return (
    <output className="block rounded-md bg-caution-soft px-3 py-2 text-caution">
      Not the address of this order, which is <bdi className="wrap-anywhere">{own}</bdi>.
    </output>
  );
}
