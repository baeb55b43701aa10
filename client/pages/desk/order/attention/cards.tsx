import { type Its, part } from '@/pages/desk/order/attention/about';
import { Row, type Tone } from '@/pages/desk/order/attention/row';
import { maySend } from '@/pages/desk/order/main-step';
import type { CardVerdict } from '@shared/answers/documents';
import type { ThreadFile } from '@shared/inbound';
import { routes } from '@shared/routes';
import { FileCheck, FileWarning } from 'lucide-react';

const looks: Record<CardVerdict, Tone> = { agrees: 'good', unreadable: 'caution', differs: 'danger' };

/** A card that came by mail, or a slip, and how it compares. Where it may be sent, the button is next to it, as the next step. */
export function FoundCardRow({ of: file, about: { order, open, can } }: Its<ThreadFile>) {
  const { id, verdict, verdict_note: note, name } = file;
  const isSlip = order.slips.some((slip) => slip.id === id);
  const isNext = open && can('mail.send') && maySend(file, order);
  return (
    <Row
      icon={verdict === 'agrees' ? FileCheck : FileWarning}
      tone={looks[verdict ?? 'unreadable']}
      says={
        <>
          <span className="font-medium">Card found</span>{' '}
          <a href={routes.inboundFile(id)} className="text-accent hover:underline">
            <bdi>{name}</bdi>
          </a>
          {note && `: ${note}`}
        </>
      }
      to={isNext ? part('Card found, not sent yet', 'the card') : isSlip ? undefined : part('Messages', 'the messages')}
    />
  );
}
