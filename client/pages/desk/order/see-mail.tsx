import { Button } from '@/components/button';
import { useWrite } from '@/hooks/use-write';
import { routes } from '@shared/routes';
import type { ComponentProps } from 'react';

type SeeMailProps = Pick<ComponentProps<typeof Button>, 'tone' | 'className' | 'children'> & { mailId: number };

/** The button by which a member says that they saw a mail (docs/mail.md#unread-messages). */
export function SeeMail({ mailId, ...button }: SeeMailProps) {
  const { running, run } = useWrite();
  return (
    <Button
      {...button}
      busy={running !== undefined}
      onClick={() => void run('seen', { method: 'put', path: routes.api.seeMail, body: { mailId } })}
    />
  );
}
