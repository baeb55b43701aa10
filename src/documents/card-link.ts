import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Keys } from '../platform/keys.js';
import { signedLinkMinutes } from '../shared/limits.js';
import { routes } from '../shared/routes.js';

const query = z.object({ until: z.string().regex(/^\d{13}$/), signature: z.string() });

/**
 * Makes and checks links that open one file of one order for five minutes. A visitor gets such a link, and whoever opens
 * it counts as that visitor.
 */
@Injectable()
export class CardLinks {
  constructor(private readonly keys: Keys) {}

  /** The path of a file with a new signature and its expiry. */
  make(orderId: number, file1: string, now = Date.now()): string {
    const path = routes.document(orderId, file1);
    const until = String(now + signedLinkMinutes * 60_000);
    return `${path}?${new URLSearchParams({ until, signature: this.keys.sign('document-link', `${path}\n${until}`) })}`;
  }

  /** The signature in a link's query if it opens this file now, else undefined. */
  read(orderId: number, file1: string, asked: unknown): string | undefined {
    const read = query.safeParse(asked);
    if (!read.success) return undefined;

    const { until, signature } = read.data;
    const isOurs = this.keys.verify('document-link', `${routes.document(orderId, file1)}\n${until}`, signature);
    return isOurs && Number(until) >= Date.now() ? signature : undefined;
  }
}
