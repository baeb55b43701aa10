import { type InboxMark, inboxMarks } from '@shared/inbox-marks';
import { CircleDollarSign, Copy, FileCheck, Mail, MailPlus, MailWarning, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';

const icons: Record<InboxMark, ReactNode> = {
  wrote: <MailPlus aria-hidden />,
  card: <FileCheck aria-hidden />,
  look: <MailWarning aria-hidden />,
  answered: <Mail aria-hidden />,
  returned: <Undo2 aria-hidden />,
  late: <CircleDollarSign aria-hidden />,
  twice: <Copy aria-hidden />,
};

/** A mark of an order, as a sign before its name in a list. */
export function inboxSign(mark: InboxMark): ReactNode {
  const { label, hint, tone } = inboxMarks[mark];
  return rowSign({ tone: `tone-${tone}`, said: label, hint, sign: icons[mark] });
}

type Sign = {
  tone: string;
  /** Its word for screen readers. */
  said: string;
  /** Its tooltip. */
  hint: string;
  sign: ReactNode;
};

/** A small sign in a row of a list. */
export function rowSign({ tone, said, hint, sign }: Sign): ReactNode {
  return (
    <span key={said} title={hint} className={`row-mark ${tone}`}>
      {sign}
      <span className="sr-only">{said} </span>
    </span>
  );
}
