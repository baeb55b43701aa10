import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, Readable, Transform } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Staff } from '../auth/staff.js';
import type { Document } from '../database/document.entity.js';
import { deviceOf, isMachine } from '../platform/device.js';
import { Env } from '../platform/env.js';
import { isScanners, scansNewMail } from '../platform/scanner-networks.js';
import { retryUntilWritten } from '../platform/retry-until-written.js';
import { locationOf, plainIp } from '../platform/location.js';
import { Refused } from '../platform/reply.js';
import { fileHeaders } from '../platform/send-file.js';
import { isLastOn } from '../platform/web-adapter.js';
import { type ByteRange, Storage } from '../platform/storage.js';
import { readRange } from './byte-range.js';
import { cardFilename } from './card-file.js';
import { DocumentsQueries, type NewDownload } from './documents.queries.js';

/**
 * Who fetches a card, and with which session: `visitor:…` by its cookie, `link:…` by one of its links. All requests of one
 * session can complete one download together.
 */
export type Reader = { who: 'customer'; key: string } | { who: 'staff'; key: string; staff: Staff };

/**
 * Streams cards and records the downloads (docs/evidence.md#downloads-and-evidence). A download is recorded when its first
 * bytes are sent and completed when the last are; an aborted one stays incomplete. What a session asks for within a minute is one.
 * Range requests count together, such as a resumed or parallel download: a download is complete once the same session, by
 * its cookie or its links, got every byte, in any order. When its connection is reset soon after the last byte, it is taken back. A HEAD request
 * is not recorded.
 */
@Injectable()
export class CardDelivery {
  private readonly log = new Logger('downloads');
  private readonly recording = new Set<Promise<void>>();

  constructor(
    private readonly queries: DocumentsQueries,
    private readonly storage: Storage,
    private readonly env: Env,
  ) {}

  /** Answers with the file or the requested range, streamed. @throws Refused 503 when the file can't be read. */
  async send(document: Document, reader: Reader, reply: FastifyReply): Promise<FastifyReply> {
    const { request } = reply;
    const { size } = document;
    // an empty stream, because Fastify would set Content-Length itself for any other body
    if (request.method === 'HEAD') return this.head(document, reply, size).send(Readable.from([]));

    const range = readRange(rangeHeader(request, etagOf(document)), size);
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();

    const source = await this.open(document, range);
    try {
      const download = await this.describe(document, reader, request);
      const { start, end } = range ?? { start: 0, end: size - 1 };
      const id = await this.queries.begin(download, range?.start);
      if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
      return this.head(document, reply, end - start + 1).send(this.counted(source, reply, id, { start, end }));
    } catch (error) {
      source.destroy();
      throw error;
    }
  }

  /** Waits until all sent bytes are recorded, so that a client that has the last byte also finds its download complete. */
  async recorded(): Promise<void> {
    await Promise.all(this.recording);
  }

  private head(document: Document, reply: FastifyReply, length: number): FastifyReply {
    const isPdf = document.contentType === 'application/pdf';
    return reply.headers({
      ...fileHeaders({
        name: cardFilename(document.orderId, document.file1),
        type: document.contentType,
        size: length,
      }),
      // whatever type a browser takes the file for, it must run no script and load nothing; Safari shows a PDF in a sandbox blank
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'${isPdf ? '' : '; sandbox'}`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: etagOf(document),
    });
  }

  private async open(document: Document, range: ByteRange | undefined): Promise<Readable> {
    try {
      return await this.storage.stream(document.storageKey, range);
    } catch (error) {
      this.log.error({ document: document.id, error: String(error) }, 'stored file unreadable');
      throw new Refused('The file can’t be read at the moment. Please try again later.', 503);
    }
  }

  private async describe(document: Document, reader: Reader, request: FastifyRequest): Promise<NewDownload> {
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 512);
    const ip = plainIp(request.ip);
    const isUninvited =
      reader.who === 'customer' && (isProgram(userAgent) || (await this.isScanner(document.orderId, ip)));
    return {
      orderId: document.orderId,
      documentId: document.id,
      file1: document.file1,
      sha256: document.sha256,
      actor: isUninvited ? 'machine' : reader.who,
      reader: reader.key,
      ip,
      location: await locationOf(ip, this.env.GEOIP_MMDB_PATH),
      userAgent,
      ...deviceOf(userAgent),
    };
  }

  /** Whether mail security fetches from the address: always from its own networks, from others within minutes after a mail. */
  private async isScanner(orderId: number, ip: string): Promise<boolean> {
    return isScanners(ip) || (scansNewMail(ip) && (await this.queries.wasJustMailed(orderId, scanMinutes)));
  }

  /** Counts the bytes as they pass. When the response closes, completely or not, the range that was sent is recorded. */
  private counted(source: Readable, reply: FastifyReply, id: number, { start, end }: ByteRange): Readable {
    let sent = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        const pass = (part: Buffer) => {
          sent += part.length;
          this.push(part);
        };
        if (sent + chunk.length <= end - start) {
          pass(chunk);
          return next();
        }
        // the last byte waits: a reader that has broken off is gone by then, and a proxy has closed this connection for it
        pass(chunk.subarray(0, -1));
        setTimeout(() => {
          if (!counted.destroyed) pass(chunk.subarray(-1));
          next();
        }, resetLimit.held);
      },
    });
    reply.raw.once('close', () => {
      const gone = reply.raw.writableFinished
        ? sent
        : Math.max(0, sent - counted.readableLength - reply.raw.writableLength);
      if (gone === 0) return;
      const range = { start, end: start + gone - 1 };
      let isNew = false;
      const recorded = this.record(async () => {
        isNew = await this.queries.served(id, range);
      });
      const takeBack = () => (isNew ? this.record(() => this.queries.takeBack(id, range)) : undefined);
      if (reply.raw.writableFinished) ifReset(reply.raw, () => void recorded.then(takeBack));
    });
    return pipeline(source, counted, () => undefined);
  }

  private record(write: () => Promise<void>): Promise<void> {
    const writing = retryUntilWritten(write)
      .catch((error: unknown) => this.log.error({ error: String(error) }, 'download not recorded'))
      .finally(() => this.recording.delete(writing));
    this.recording.add(writing);
    return writing;
  }
}

/** Minutes after a mail in which its scanners fetch. */
const scanMinutes = 10;

/** Milliseconds for which the last byte is held back, and within which a reset says that it did not arrive; tests change them. */
export const resetLimit = { held: 300, within: 2_000 };
/** What ends the watch of a connection: a reader of parts may ask for many by one, and the last answer counts alone. */
const watched = new WeakMap<Socket, () => void>();

/**
 * Calls back when the connection of a response that has ended is reset within two seconds. The bytes had only reached a buffer
 * then. A reader that asks for something else by the same connection has read them (docs/evidence.md#downloads-and-evidence).
 */
function ifReset(response: ServerResponse, onReset: () => void): void {
  const { socket } = response.req;
  watched.get(socket)?.();
  const onClosed = (isFault: boolean) => {
    clearTimeout(timer);
    if (isFault && isLastOn(socket, response)) onReset();
  };
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', onClosed);
  };
  const timer = setTimeout(stop, resetLimit.within).unref();
  watched.set(socket, stop);
  if (socket.destroyed) onClosed(socket.errored !== null);
  else socket.once('close', onClosed);
}

/**
 * Whether a fetch with a visitor's session or link was not made for the visitor: by a mail scanner, a link previewer, a
 * crawler, or a client that hides what it is. A script or headless browser that names itself counts as the visitor's, who
 * gave order id and address (docs/evidence.md#downloads-and-evidence).
 */
function isProgram(userAgent: string): boolean {
  return isMachine(userAgent, 'GET') && !runsForSomebody.test(userAgent);
}

const runsForSomebody =
  /^(?:curl|wget|httpie|java|go-http-client|node|undici|axios|got|ruby|php|perl|lwp|dart|okhttp|python)|headlesschrome/i;

function etagOf({ sha256 }: Document): string {
  return `"${sha256}"`;
}

/**
 * The `Range` header. It is ignored, and the whole file sent, when `If-Range` names another version of the file (RFC 9110,
 * 13.1.5).
 */
function rangeHeader(request: FastifyRequest, etag: string): string | undefined {
  const version = request.headers['if-range'];
  return version === undefined || version === etag ? request.headers.range : undefined;
}
