import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Keys } from '../platform/keys.js';
import { signedLinkMinutes } from '../shared/limits.js';
import { routes } from '../shared/routes.js';

const query = z.object({ until: z.string().regex(/^\d{13}$/), session: z.uuid(), signature: z.string() });

/**
 * Makes and checks links that open one file of one order for five minutes. A visitor gets such a link, and whoever opens
 * it counts as that visitor. It names the session that it was made for, by which what several links bring is one download.
 */
@Injectable()
export class CardLinks {
  constructor(private readonly keys: Keys) {}

  /** The path of a file with a new signature and its expiry, for a visitor's session. */
  make(orderId: number, file1: string, session: string, now = Date.now()): string {
    const path = routes.document(orderId, file1);
    const until = String(now + signedLinkMinutes * 60_000);
    return `${path}?${new URLSearchParams({ until, session, signature: this.keys.sign('document-link', signed(path, until, session)) })}`;
  }

  /** The session in a link's query if it opens this file now, else undefined. */
  read(orderId: number, file1: string, asked: unknown): string | undefined {
    const read = query.safeParse(asked);
    if (!read.success) return undefined;

    const { until, session, signature } = read.data;
    const text = signed(routes.document(orderId, file1), until, session);
    return this.keys.verify('document-link', text, signature) && Number(until) >= Date.now() ? session : undefined;
  }
}

function signed(path: string, until: string, session: string): string {
  return [path, until, session].join('\n');
}
