import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import { visitorCookie } from '../auth/cookies.js';
import type { Order } from '../database/order.entity.js';
import { DocumentsService } from '../documents/documents.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { Env } from '../platform/env.js';
import { Keys } from '../platform/keys.js';
import { placeOf, plainIp } from '../platform/place.js';
import { Refused } from '../platform/reply.js';
import { type Brand, brandOf } from '../shared/brands.js';
import { kualaLumpurToday } from '../shared/dates.js';
import type { DownloadEntry } from '../shared/documents.js';
import { encodeOrderId, parseOrderId } from '../shared/order-id.js';
import type { Pages } from '../shared/pages.js';
import { routes } from '../shared/routes.js';
import type { RequestDownload, TrackOrder, VisitorResult } from '../shared/visitor.js';
import { Guesses } from './guesses.js';
import { notTracked, type Visitor } from './visitor.js';
import { submitDay, toResult } from './visitor.present.js';
import { VisitorQueries } from './visitor.queries.js';

/** A wrong pair is answered no sooner than this, so that the time tells nothing of what was wrong. */
const wrongPairMs = 120;

/** What a visitor's token says: which row of `visitor_sessions` it is. The token doesn't expire, the row does. */
type VisitorToken = { sid: string };

@Injectable()
export class VisitorService {
  constructor(
    private readonly queries: VisitorQueries,
    private readonly guesses: Guesses,
    private readonly orders: OrdersService,
    private readonly documents: DocumentsService,
    private readonly jwt: JwtService,
    private readonly keys: Keys,
    private readonly env: Env,
  ) {}

  /**
   * Opens an order to whoever knows its id and its contact address: the token of a new session.
   * @throws Refused 404 with the same words and time for an unknown order, a wrong address and a deleted order; 429 after 10
   * wrong pairs in 15 minutes from one network or for one order, or 30 for one address. So that no stranger locks a customer
   * out, a right pair still gets in from a device that tracked the order before, and, unless it is the network that is
   * full, from where the order was tracked or bought.
   */
  async track(pair: TrackOrder, request: FastifyRequest): Promise<string> {
    const soonest = pause(wrongPairMs);
    const ip = plainIp(request.ip);
    const guess = await this.guesses.count(pair, ip);
    if (guess.full && !(await this.isKnown(pair.orderId, guess.full.what, ip, request))) throw guess.full.refusal;

    const order = await this.queries.credentialsOf(pair.orderId);
    if (!order || order.isDeleted || order.email.trim().toLowerCase() !== pair.email) {
      await soonest;
      throw guess.full?.refusal ?? new Refused('We could not find an order with these details.', 404);
    }

    await this.guesses.forgive(guess);
    const sid = await this.queries.startSession({
      orderId: order.id,
      ip,
      place: await placeOf(ip, this.env.GEOIP_MMDB_PATH),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    });
    return this.jwt.sign({ sid } satisfies VisitorToken, { secret: this.keys.of('visitor'), noTimestamp: true });
  }

  /** The visitor of a request, by the Authorization header, else by the cookie; undefined when the session is spent. */
  async sessionOf(request: FastifyRequest): Promise<Visitor | undefined> {
    const sessionId = this.tokenOf(request);
    const orderId = sessionId && (await this.queries.useSession(sessionId));
    return sessionId && orderId ? { sessionId, orderId } : undefined;
  }

  /** What the download history call answers. @throws Refused 401 for another order than the visitor's. */
  async history(
    visitor: Visitor,
    orderId: number,
  ): Promise<{ data: DownloadEntry[]; mainResult: VisitorResult; path: { file1: string | null } }> {
    const { result, file, history } = await this.page(visitor, orderId);
    return { data: history, mainResult: result, path: { file1: file?.file1 ?? null } };
  }

  /** Everything on the download page. @throws Refused 401 for another order than the visitor's. */
  async page(visitor: Visitor, orderId: number): Promise<Pages['visitor/download']> {
    const order = await this.orderOf(visitor, orderId);
    const [card, history] = await Promise.all([
      this.documents.ready(order),
      this.documents.customersDownloadsOf(orderId),
    ]);
    return {
      result: toResult(order, card),
      encodedId: encodeOrderId(orderId),
      file: card && {
        file1: card.file1,
        url: this.documents.signedPath(card),
        size: card.size,
        content_type: card.contentType,
      },
      history,
      submitOn: submitDay(order, kualaLumpurToday()),
    };
  }

  /**
   * The path of the visitor's card, good for five minutes.
   * @throws Refused 401 for another order than the visitor's, 409 while there is no card, 404 when it is another file.
   */
  async requestDownload(visitor: Visitor, { orderId, file1 }: RequestDownload): Promise<string> {
    const card = await this.documents.ready(await this.orderOf(visitor, orderId));
    if (!card) throw new Refused('Your card is not ready yet.', 409);
    if (card.file1 !== file1) throw new Refused('File not found', 404);
    return this.documents.signedPath(card);
  }

  /** The clothes of a visitor's page: those of the order that its address names, else of the host (decisions: Visitors). */
  async brandOf(orderId: string | undefined, host: string): Promise<Brand> {
    const id = parseOrderId(orderId);
    const domain = id ? await this.queries.landingDomainOf(id) : undefined;
    return brandOf(this.env.brands, domain ?? host);
  }

  /** Where a visitor without a session is sent: the track page, with the order id filled in when the address has one. */
  trackPath(orderId: string): string {
    const id = parseOrderId(orderId);
    return routes.track(id ? encodeOrderId(id) : '');
  }

  private orderOf(visitor: Visitor, orderId: number): Promise<Order> {
    if (orderId !== visitor.orderId) throw notTracked();
    return this.orders.find(orderId);
  }

  private async isKnown(orderId: number, full: string, ip: string, request: FastifyRequest): Promise<boolean> {
    const sessionId = this.tokenOf(request);
    if (sessionId && (await this.queries.wasSessionOf(sessionId, orderId))) return true;
    return full !== 'ip' && this.queries.hasUsed(orderId, ip);
  }

  private tokenOf(request: FastifyRequest): string | undefined {
    const sent = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim();
    const token = sent || request.cookies[visitorCookie];
    if (!token) return undefined;
    try {
      return this.jwt.verify<VisitorToken>(token, { secret: this.keys.of('visitor'), algorithms: ['HS256'] }).sid;
    } catch {
      return undefined;
    }
  }
}
