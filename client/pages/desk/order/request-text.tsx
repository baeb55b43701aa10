import { Scrolling } from '@/components/scrolling';
import type { OrderWithHistories } from '@shared/answers/desk';
import { requestRows } from '@shared/request-kinds';

type Request = OrderWithHistories['requests'][number];

/** The requests that nobody has handled yet. */
export function waitingRequests({ requests }: OrderWithHistories): Request[] {
  return requests.filter(({ handled_at }) => handled_at === null);
}

/** What a customer asks for, and in which words. */
export function RequestText({ request: { kind, text } }: { request: Request }) {
  return (
    <>
      <p className="font-medium text-caution">{requestRows[kind].heading}</p>
      {text && (
        <Scrolling label="The customer’s words" dir="auto" className="mt-1 max-h-40 whitespace-pre-line break-words">
          {text}
        </Scrolling>
      )}
    </>
  );
}
