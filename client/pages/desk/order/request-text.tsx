import { Scrolling } from '@/components/scrolling';
import type { OrderWithHistories } from '@shared/answers/desk';
import { requestRows } from '@shared/request-kinds';

type Request = OrderWithHistories['requests'][number];

/** The requests that nobody has handled yet. */
export function waitingRequests({ requests }: OrderWithHistories): Request[] {
  return requests.filter(({ handled_at }) => handled_at === null);
}

/** What the customer asks for and nobody has handled yet, each in its words. */
export function WaitingRequests({ order }: { order: OrderWithHistories }) {
  return waitingRequests(order).map((request) => (
    <div key={request.id} className="mb-2.5 rounded-md bg-caution-soft px-3 py-2">
      <RequestText request={request} />
    </div>
  ));
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
