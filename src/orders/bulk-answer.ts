import type { Answers } from '../platform/answers.js';
import { Reply } from '../platform/reply.js';
import { type BulkResult, refusedResult, undoOffer, versionLeft } from '../shared/answers/orders.js';
import type { Outcome } from './changes.js';

/** What a change of many orders answers beside its result (docs/orders.md#bulk-actions). */
export const changesOfMany = {
  beside: { undo: undoOffer.optional(), version: versionLeft.optional() },
  refuses: [403, 404, 409],
  refusedData: refusedResult,
} satisfies Parameters<typeof Answers>[2];

/**
 * The answer to a change of many orders: `message` if all succeeded, else the counts. The offer to undo is beside `data`.
 */
export function bulkAnswer(message: string, { result, heldByOthers, undo, version }: Outcome): Reply<BulkResult> {
  const { done, failed } = result;
  const others = failed.length - heldByOthers;
  const parts = [
    `${done.length} done`,
    heldByOthers > 0 && `${heldByOthers} held by others`,
    others > 0 && `${others} not possible`,
  ];
  return new Reply(failed.length > 0 ? parts.filter(Boolean).join(', ') : message, result, {
    ...(undo && { undo }),
    ...(version !== undefined && { version }),
  });
}
