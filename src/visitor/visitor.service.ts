import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import { visitorCookie } from '../platform/cookies.js';
import { staffOf } from '../auth/staff.js';
import type { VisitorOrigin } from '../database/noted-visitor.js';
import type { Order } from '../database/order.entity.js';
import { VisitorDraftsService } from '../drafts/visitor-drafts.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { CorrectionsService } from '../orders/corrections.service.js';
import { OrdersService } from '../orders/orders.service.js';
import { RefundsService } from '../orders/refunds.service.js';
import { RequestsService } from '../requests/requests.service.js';
import { Env } from '../platform/env.js';
import { KnownSessions } from '../platform/known-sessions.js';
import { locationOf, plainIp } from '../platform/location.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import { PoliciesService } from '../policies/policies.service.js';
import type { PagePicture } from '../platform/pdf/raster.js';
import { visitorState } from '../shared/order-statuses.js';
import { arrivalCalendar } from './arrival-calendar.js';
import { type Brand, brandOf } from '../shared/brands.js';
import { kualaLumpurToday } from '../shared/dates.js';
import type { DownloadEntry } from '../shared/answers/documents.js';
import { encodeOrderId, parseOrderId } from '../shared/order-id.js';
import type { Pages } from '../shared/pages.js';
import { inAppOf } from '../shared/in-app.js';
import { isSameMailbox } from '../shared/mailbox.js';
import { routes } from '../shared/routes.js';
import { type CorrectOrder, correctOrder } from '../shared/correct-order.js';
import { requestsPerDay } from '../shared/limits.js';
import type { AskRequest } from '../shared/order-requests.js';
import type { TrackedPage } from '../shared/tracked-pages.js';
import type { RequestKind } from '../shared/request-kinds.js';
import type { VisitorRequest, VisitorResult } from '../shared/answers/visitor.js';
import type { ConfirmDownload, RequestDownload, TrackOrder } from '../shared/visitor.js';
import { Guesses } from './guesses.js';
import { notTracked, type Visitor } from './visitor.js';
import { submitDay, toCharge, toRefundPart, toResult, toVisitorRequest } from './visitor.present.js';
import { type Credentials, VisitorQueries } from './visitor.queries.js';

/** The answer to a wrong pair takes at least this long, so that its time doesn't reveal what was wrong. */
const wrongPairMs = 120;

/** How long the page waits for the picture of a card, and the picture itself, in milliseconds. */
const [pagePatience, picturePatience] = [1_500, 15_000];

/** The content of a visitor's token: the id of a row in `visitor_sessions`. The token doesn't expire, the row does. */
type VisitorToken = { sid: string };

/** How often a visitor has the card mailed again in a day. */
const mostAgain = 3;

@Injectable()
export class VisitorService {
  private readonly known: KnownSessions<Visitor>;

  constructor(
    private readonly queries: VisitorQueries,
    private readonly guesses: Guesses,
    private readonly throttle: Throttle,
    private readonly orders: OrdersService,
    private readonly documents: DocumentsService,
    private readonly requests: RequestsService,
    private readonly refunds: RefundsService,
    private readonly corrections: CorrectionsService,
    private readonly typed: VisitorDraftsService,
    private readonly policies: PoliciesService,
    private readonly jwt: JwtService,
    private readonly env: Env,
  ) {
    this.known = new KnownSessions(async (sessionId) => {
      const orderId = await this.queries.useSession(sessionId);
      return orderId === undefined ? undefined : { sessionId, orderId };
    });
  }

  /**
   * Opens an order for a person who gives its id and one of its email addresses. Returns the token of a new session, which has
   * what this browser typed when the one before had ended.
   * @throws Refused 404 with the same message and time for an unknown order, a wrong address and a deleted order; 429
   * after 10 wrong pairs in 15 minutes from one network or for one order, or 30 for one address. So that no stranger
   * locks a customer out, a right pair still works from a device that tracked the order before. If the full limit is not
   * the network's, it also works from an address where the order was tracked or bought.
   */
  async track(pair: TrackOrder, request: FastifyRequest): Promise<string> {
    const soonest = pause(wrongPairMs);
    const ip = plainIp(request.ip);
    // no order has such an id: nobody guesses with it
    if (pair.orderId === 0) {
      await soonest;
      throw notFound();
    }
    const guess = await this.guesses.count(pair, ip);
    if (guess.full && !(await this.isKnown(pair.orderId, guess.full.what, ip, request))) throw guess.full.refusal;

    const order = await this.queries.credentialsOf(pair.orderId);
    const isRight = order && !order.isDeleted && order.emails.some((own) => isSameMailbox(own, pair.email));
    const sid = isRight && (await this.startSession(order, ip, request));
    if (!sid) {
      await soonest;
      throw guess.full?.refusal ?? notFound();
    }

    await this.guesses.forgive(guess);
    const earlier = this.tokenOf(request);
    if (earlier) await this.typed.handOn(earlier, sid);
    return this.jwt.sign({ sid } satisfies VisitorToken, { noTimestamp: true });
  }

  private async startSession(order: Credentials, ip: string, { headers }: FastifyRequest): Promise<string | undefined> {
    const location = await locationOf(ip, this.env.GEOIP_MMDB_PATH);
    return this.queries.startSession(order, { ip, location, userAgent: (headers['user-agent'] ?? '').slice(0, 512) });
  }

  /**
   * The visitor of a request, from the Authorization header, else from the cookie; undefined when the session has
   * expired.
   */
  sessionOf(request: FastifyRequest): Promise<Visitor | undefined> {
    return this.known.callerOf(request, this.tokenOf(request));
  }

  /** Whether the request has a valid session, which exempts it from the rate limit for strangers. */
  isGood(request: FastifyRequest): Promise<boolean> {
    return this.known.isGood(request, this.tokenOf(request));
  }

  /** The answer to the download history call. @throws Refused 401 for another order than the visitor's. */
  async history(
    visitor: Visitor,
    orderId: number,
  ): Promise<{ data: DownloadEntry[]; mainResult: VisitorResult; path: { file1: string | null } }> {
    const { result, file, history } = await this.facts(await this.orderOf(visitor, orderId), visitor);
    return { data: history, mainResult: result, path: { file1: file?.file1 ?? null } };
  }

  /** Everything on the download page. @throws Refused 401 for another order than the visitor's. */
  async page(visitor: Visitor, orderId: number, request: FastifyRequest): Promise<Pages['visitor/download']> {
    const order = await this.orderOf(visitor, orderId);
    const [{ card, ...facts }, asked] = await Promise.all([
      this.facts(order, visitor),
      this.corrections.askedNames(order),
    ]);
    const picture = card && (await this.documents.pictureOf(card, pagePatience));
    const link = this.env.publicUrl + routes.track(facts.encodedId);
    const inApp = inAppOf(request.headers['user-agent'], link) ?? null;
    return {
      ...facts,
      isAsked: asked.length > 0,
      inApp,
      picture: picture && { width: picture.width, height: picture.height },
    };
  }

  private async facts(order: Order, { sessionId }: Visitor) {
    const [card, history, policies, charged] = await Promise.all([
      this.documents.ready(order),
      this.documents.customersDownloadsOf(order.id),
      this.policies.linksOf(order),
      this.refunds.charged(order),
    ]);
    const today = kualaLumpurToday();
    const result = toResult(order, card);
    return {
      card,
      result,
      encodedId: encodeOrderId(order.id),
      file: card && {
        file1: card.file1,
        url: this.documents.signedPath(card, sessionId),
        size: card.size,
        content_type: card.contentType,
      },
      history,
      arrival: order.doa >= today && result.process_status !== 'refunded' ? order.doa : null,
      submitOn: card ? null : submitDay(order, today),
      erasedOn: card ? null : ((await this.documents.erasedAt(order))?.toISOString().slice(0, 10) ?? null),
      isAmended: card === null && order.outdatedCard !== null,
      windowDays: this.env.SUBMISSION_WINDOW_DAYS,
      refundPart: toRefundPart(order),
      charge: order.paidAt === null ? null : toCharge(charged),
      policies,
    };
  }

  /** A picture of the first page of the visitor's card. @throws Refused 404 where there is none. */
  async picture({ orderId }: Visitor): Promise<PagePicture> {
    const card = await this.documents.ready(await this.orders.find(orderId));
    const picture = card && (await this.documents.pictureOf(card, picturePatience));
    if (!picture) throw new Refused('There is no picture of this card.', 404);
    return picture;
  }

  /** The day of arrival as a calendar's file. @throws Refused 404 once the order is closed. */
  async calendar({ orderId }: Visitor): Promise<string> {
    const order = await this.orders.find(orderId);
    if (visitorState(order.processStatus, false) === 'refunded') throw new Refused('This order is closed.', 404);
    const link = this.env.publicUrl + routes.download(encodeOrderId(orderId));
    return arrivalCalendar(order, { link, host: new URL(this.env.publicUrl).hostname, now: new Date() });
  }

  /** Everything on the page that says what the charge is for. The look at it is noted as evidence, unless a member looks. */
  async chargePage(visitor: Visitor, request: FastifyRequest): Promise<Pages['visitor/charge']> {
    const order = await this.orders.find(visitor.orderId);
    if (!staffOf(request)) await this.requests.noteView(order.id, await this.originOf(visitor, request));
    const [downloads, asked, charged] = await Promise.all([
      this.documents.customersDownloadsOf(order.id),
      this.requestsOf(order.id, 'refund'),
      this.refunds.charged(order),
    ]);
    const { id, fullName, doa, wantsPriority, createTs, refundDate, processStatus } = order;
    const service = wantsPriority ? 'Priority' : 'Standard';
    return {
      order: { order_id: id, full_name: fullName, doa, service, create_ts: createTs.toISOString() },
      encodedId: encodeOrderId(id),
      charge: toCharge(charged),
      downloads: downloads[0] ? { times: downloads.length, last: downloads[0].create_ts } : null,
      refund: refundDate
        ? { state: 'given', at: refundDate.toISOString(), part: toRefundPart(order) }
        : { state: processStatus === 'Refunds' ? 'wanted' : 'no' },
      asked,
    };
  }

  /** Everything on the page where a customer writes to the team. */
  async askPage(visitor: Visitor, kind: 'card' | 'flight'): Promise<Pages['visitor/ask']> {
    const { id, fullName, doa, flightDetail } = await this.orders.find(visitor.orderId);
    return {
      order: { order_id: id, full_name: fullName, doa, flight: flightDetail },
      encodedId: encodeOrderId(id),
      kind,
      asked: await this.requestsOf(id, kind),
    };
  }

  /** Everything on the page where a customer corrects what is missing or wrong. */
  async detailsPage(visitor: Visitor): Promise<Pages['visitor/details']> {
    const order = await this.orders.find(visitor.orderId);
    const [corrections, card, typed] = await Promise.all([
      this.corrections.of(order),
      this.documents.ready(order),
      this.typed.of(visitor.sessionId),
    ]);
    const asked = corrections.fields.flatMap(({ name }) => (typed[name] ? [[name, typed[name]]] : []));
    return {
      order: { order_id: order.id, full_name: order.fullName },
      encodedId: encodeOrderId(order.id),
      version: order.version,
      ...corrections,
      typed: Object.fromEntries(asked),
      hasCard: card !== null,
    };
  }

  /**
   * Amends a visitor's order with what the visitor wrote. What is refused is kept for the form.
   * @throws Refused 401 for another order than the visitor's; 403 when a member is signed in; 409 and 422 as
   * `CorrectionsService.correct`; 429 after 20 a day for one order.
   */
  async correct(visitor: Visitor, { orderId, version, ...written }: CorrectOrder, request: FastifyRequest) {
    if (orderId !== visitor.orderId) throw notTracked();
    if (staffOf(request))
      throw new Refused('You are signed in as a member of the team. Amend the order on its page.', 403);
    try {
      await this.throttle.count(`correction:${orderId}`, requestsPerDay, 24 * 60);
      const from = await this.originOf(visitor, request);
      const corrected = await this.corrections.correct(orderId, version, written, from);
      await this.typed.remove(visitor.sessionId);
      return corrected;
    } catch (error) {
      if (error instanceof Refused) await this.typed.keep(visitor.sessionId, orderId, written);
      throw error;
    }
  }

  /**
   * Keeps the corrections that came after their session had ended, for the next session of this browser.
   * @returns whether they are kept: only with the token of a session of this very order
   */
  async keepCorrections(request: FastifyRequest): Promise<boolean> {
    const sessionId = this.tokenOf(request);
    const sent = correctOrder.safeParse(request.body);
    if (!sessionId || !sent.success) return false;
    const { orderId, version: _version, _csrf, ...typed } = sent.data;
    return this.typed.keep(sessionId, orderId, typed);
  }

  /**
   * Notes what a visitor asks for.
   * @throws Refused 401 for another order than the visitor's; 403 when a member is signed in, because only the customer's
   * own request is one; 409 and 429 as `RequestsService.ask`.
   */
  async ask(visitor: Visitor, asked: AskRequest, request: FastifyRequest): Promise<void> {
    if (asked.orderId !== visitor.orderId) throw notTracked();
    if (staffOf(request))
      throw new Refused('You are signed in as a member of the team. Only the customer can ask.', 403);
    await this.requests.ask(asked, await this.originOf(visitor, request));
  }

  /**
   * The path of the visitor's card, valid for five minutes.
   * @throws Refused 401 for another order than the visitor's, 409 while there is no card, 404 when it is another file.
   */
  async requestDownload(visitor: Visitor, { orderId, file1 }: RequestDownload): Promise<string> {
    const card = await this.documents.ready(await this.orderOf(visitor, orderId));
    if (!card) throw new Refused('Your card is not ready yet.', 409);
    if (card.file1 !== file1) throw new Refused('File not found', 404);
    return this.documents.signedPath(card, visitor.sessionId);
  }

  /**
   * Notes that the visitor's browser has the whole file of its download.
   * @throws Refused 401 for another order than the visitor's; else as `DocumentsService.confirmDownload`
   */
  async confirmDownload(visitor: Visitor, confirmed: ConfirmDownload): Promise<void> {
    if (confirmed.orderId !== visitor.orderId) throw notTracked();
    await this.documents.confirmDownload(confirmed, visitor.sessionId);
  }

  /**
   * Mails the card that the visitor may fetch to the order's address once more, for a browser that saves nothing.
   * @throws Refused 401 for another order than the visitor's; 403 when a member is signed in; 409 while there is no card, and when
   * it can't be mailed; 429 after three in a day
   */
  async sendAgain(visitor: Visitor, orderId: number, request: FastifyRequest): Promise<void> {
    if (orderId !== visitor.orderId) throw notTracked();
    if (staffOf(request))
      throw new Refused('You are signed in as a member of the team. Send the card from the order’s page.', 403);
    await this.throttle.count(`again:order:${orderId}`, mostAgain, 24 * 60);
    await this.documents.sendAgain(orderId);
  }

  /** The brand of a visitor's page: by the order in its URL, else by the host (docs/visitors.md#brands). */
  async brandOf(orderId: string | undefined, host: string): Promise<Brand> {
    const id = parseOrderId(orderId);
    const domain = id ? await this.queries.landingDomainOf(id) : undefined;
    return brandOf(this.env.brands, domain ?? host);
  }

  /**
   * The path to redirect a visitor without a session to: the track page, with the order id filled in when the URL has
   * one.
   * @param to the page of the order that the visitor goes on to
   */
  trackPath(orderId: string, to?: TrackedPage): string {
    const id = parseOrderId(orderId);
    return routes.track(id ? encodeOrderId(id) : '', to);
  }

  private async requestsOf(orderId: number, kind: RequestKind): Promise<VisitorRequest[]> {
    const requests = await this.requests.ofOrder(orderId);
    return requests.filter((request) => request.kind === kind).map(toVisitorRequest);
  }

  private async originOf({ sessionId }: Visitor, request: FastifyRequest): Promise<VisitorOrigin> {
    const ip = plainIp(request.ip);
    const location = await locationOf(ip, this.env.GEOIP_MMDB_PATH);
    return {
      visitorSessionId: sessionId,
      ip,
      location,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    };
  }

  private orderOf(visitor: Visitor, orderId: number): Promise<Order> {
    if (orderId !== visitor.orderId) throw notTracked();
    return this.orders.find(orderId);
  }

  /** Whether this device tracked the order before, with a session that may have expired. */
  async hasTracked(orderId: string | number, request: FastifyRequest): Promise<boolean> {
    const sessionId = this.tokenOf(request);
    const id = parseOrderId(orderId);
    return Boolean(sessionId && id && (await this.queries.wasSessionOf(sessionId, id)));
  }

  private async isKnown(orderId: number, full: string, ip: string, request: FastifyRequest): Promise<boolean> {
    if (await this.hasTracked(orderId, request)) return true;
    return full !== 'ip' && this.queries.hasUsed(orderId, ip);
  }

  private tokenOf(request: FastifyRequest): string | undefined {
    const sent = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim();
    const token = sent || request.cookies[visitorCookie];
    if (!token) return undefined;
    try {
      return this.jwt.verify<VisitorToken>(token, { algorithms: ['HS256'] }).sid;
    } catch {
      return undefined;
    }
  }
}

function notFound(): Refused {
  return new Refused('We could not find an order with these details.', 404);
}
