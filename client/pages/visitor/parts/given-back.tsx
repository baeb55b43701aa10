import { Own } from '@/pages/visitor/parts/known-facts';
import type { VisitorCharge } from '@shared/answers/visitor';
import { plainTime } from '@shared/dates';
import type { ReactNode } from 'react';

/** What was given back of a payment, what the bank returned of it, and what became of other charges, as facts of the payment. */
export function givenBack({ refunds, others }: VisitorCharge): Record<string, ReactNode> {
  const given = refunds.filter(({ failed_at: failedAt }) => failedAt === null);
  const returned = refunds.filter(({ failed_at: failedAt }) => failedAt !== null);
  return {
    'Given back': given.length > 0 && <Lines of={given.map(({ amount, at }) => [amount, `on ${plainTime(at)}`])} />,
    'Tried to give back': returned.length > 0 && (
      <Lines
        of={returned.map(({ amount, at, failed_at: failedAt }) => [
          amount,
          `on ${plainTime(at)}; returned by the bank on ${plainTime(failedAt)}`,
        ])}
      />
    ),
    'Also charged': others.length > 0 && <Lines of={others.map((words) => [null, words])} />,
  };
}

function Lines({ of }: { of: [amount: string | null, when: string][] }) {
  return (
    <ul>
      {of.map(([amount, when], index) => (
        <li key={index}>
          {amount && <Own>{amount}</Own>} {when}
        </li>
      ))}
    </ul>
  );
}
