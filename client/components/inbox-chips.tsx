import { type InboxMark, inboxMarks } from '@shared/inbox-marks';

/** What waits in an order's mailbox: one chip each. */
export function InboxChips({ marks }: { marks: readonly InboxMark[] }) {
  return marks.map((mark) => (
    <span key={mark} title={inboxMarks[mark].hint} className={`tag tone-${inboxMarks[mark].tone}`}>
      {inboxMarks[mark].label}
    </span>
  ));
}
