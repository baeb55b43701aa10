import { Resolver } from 'node:dns/promises';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Env } from '../platform/env.js';
import { isLoopback, isPublicAddress } from '../platform/public-address.js';

/** How many bytes of an answer are read; what follows is cut off. */
const mostBytes = 2_000;

/** What a call came to: the HTTP code, or null when nobody answered, and the answer's text or the reason. */
export type WebhookAnswer = { code: number | null; text: string };

export type Address = { address: string; family: 4 | 6 };

/**
 * Asks the name servers for the addresses of a name, without the system's resolver: that one keeps a thread for each name
 * whose server hangs.
 */
@Injectable()
export class Addresses {
  private readonly resolver = new Resolver({ timeout: 2_000, tries: 2 });

  /** @throws when there is none. */
  async of(host: string): Promise<Address[]> {
    const [four, six] = await Promise.allSettled([this.resolver.resolve4(host), this.resolver.resolve6(host)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 as const })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 as const })) : []),
    ];
  }
}

/**
 * Calls the shops' addresses. No address of this machine or of a private network is called, whatever a name resolves to:
 * the addresses that were checked are those that the connection is made to (docs/http-api.md#webhooks-to-shops).
 */
@Injectable()
export class WebhookClient {
  /** How long a call may take in all, in milliseconds. */
  patience = 10_000;

  constructor(
    private readonly env: Env,
    private readonly addresses: Addresses,
  ) {}

  /** Why nothing may be sent to this URL, as far as the URL tells; undefined when it may. */
  refusalOf(url: string): string | undefined {
    if (!URL.canParse(url)) return 'Please enter an address that begins with https://.';

    const { protocol, username, password, hash } = new URL(url);
    const host = hostOf(url);
    const isDemo = protocol === 'http:' && this.env.EMBEDDED && this.isOpen(host);
    if (protocol !== 'https:' && !isDemo) return 'The address must begin with https://.';
    if (username || password || hash) return 'The address must not contain a user, a password or a fragment.';
    if (isIP(host) > 0 && !this.isOpen(host)) return 'The address must be one of the internet.';
    return undefined;
  }

  /** Posts a body of JSON. Redirects are not followed. Never throws: what went wrong is in the answer. */
  async post(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer> {
    const refusal = this.refusalOf(url);
    if (refusal) return { code: null, text: refusal };

    try {
      return await this.send(url, headers, body);
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'AbortError';
      const reason = isLate ? `No answer within ${this.patience / 1000} seconds` : String(error);
      return { code: null, text: readable(reason) };
    }
  }

  private send(url: string, headers: Record<string, string>, body: string): Promise<WebhookAnswer> {
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'arrival-card-desk',
          ...headers,
        },
        agent: false as const,
        lookup: this.lookup,
        signal: AbortSignal.timeout(this.patience),
      };
      const call = url.startsWith('https:') ? request(url, options) : plainRequest(url, options);
      call.on('error', reject);
      call.on('response', (response) => {
        const parts: Buffer[] = [];
        let read = 0;
        const end = () => {
          resolve({ code: response.statusCode!, text: readable(Buffer.concat(parts).toString('utf8')) });
          call.destroy();
        };
        response.on('data', (part: Buffer) => {
          parts.push(part.subarray(0, mostBytes - read));
          read += part.length;
          if (read >= mostBytes) end();
        });
        response.on('end', end).on('error', reject);
      });
      call.end(body);
    });
  }

  /** Resolves a name for the connection itself, so that a name can't change its answer in between. */
  private readonly lookup: LookupFunction = (host, { all }, done) => {
    callbackify(() => this.openAddresses(host))((error, found) => {
      if (error) done(error, '');
      else if (all) done(null, found);
      else done(null, found[0]!.address, found[0]!.family);
    });
  };

  /** @throws when a name has no address, or one that may not be called. */
  private async openAddresses(host: string): Promise<Address[]> {
    const found = await this.addresses.of(host);
    if (found.length > 0 && found.every(({ address }) => this.isOpen(address))) return found;
    throw new Error(`${host} has no address of the internet`);
  }

  /** Whether an address may be called. The demo may call its own machine. */
  private isOpen(address: string): boolean {
    return isPublicAddress(address) || (this.env.EMBEDDED && isLoopback(address));
  }
}

/** The host of a URL, an IPv6 address without its brackets. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The text without characters that PostgreSQL doesn't store. */
function readable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').slice(0, mostBytes);
}
