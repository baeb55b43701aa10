import { Controller, Post, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open, OpenBy } from '../platform/allow.js';
import { setCookie, visitorCookie } from '../platform/cookies.js';
import { Answers } from '../platform/answers.js';
import { Env } from '../platform/env.js';
import { Body, Res } from '../platform/inertia/handler-inputs.js';
import { plainIp } from '../platform/location.js';
import { done, withData, Refused } from '../platform/reply.js';
import { corrected } from '../shared/answers/amend.js';
import { type CorrectOrder, correctOrder } from '../shared/correct-order.js';
import { type AskRequest, askRequest } from '../shared/order-requests.js';
import { encodeOrderId } from '../shared/order-id.js';
import { nothing } from '../shared/output.js';
import { routes } from '../shared/routes.js';
import { downloadEntry } from '../shared/answers/documents.js';
import { downloadLink, historyBeside, orderOpened } from '../shared/answers/visitor.js';
import {
  type ConfirmDownload,
  confirmDownload,
  type LostNumber,
  lostNumber,
  type RequestDownload,
  requestDownload,
  type TrackOrder,
  trackOrder,
  type VisitorOrder,
  visitorOrder,
} from '../shared/visitor.js';
import { LostNumbersService } from './lost-numbers.service.js';
import { CurrentVisitor, type Visitor } from './visitor.js';
import { VisitorGuard } from './visitor.guard.js';
import { VisitorService } from './visitor.service.js';

/** How long a browser keeps the cookie. After the session expires, it still shows that this device tracked the order. */
const cookieSeconds = 90 * 24 * 3600;

/** The visitor's calls: track an order, list its downloads, fetch the card (docs/visitors.md#visitors). */
@Controller('api/front')
@Open()
export class VisitorApiController {
  constructor(
    private readonly visitors: VisitorService,
    private readonly lostNumbers: LostNumbersService,
    private readonly env: Env,
  ) {}

  @Post('track-order')
  @Answers('Opens one order to who knows its id and address: a token and a cookie for it.', orderOpened, {
    refuses: [404],
    session: true,
  })
  async track(
    @Body({ schema: trackOrder }) pair: TrackOrder,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const orderId = encodeOrderId(pair.orderId);
    const accessToken = await this.visitors.track(pair, request).catch((error: unknown) => {
      throw error instanceof Refused ? error.goTo(this.visitors.trackPath(orderId, pair.to)) : error;
    });
    setCookie(reply, this.env, visitorCookie, accessToken, cookieSeconds);
    const page = pair.to === 'details' ? routes.correct(orderId) : routes.download(orderId);
    return done('We found your order.', { orderId, accessToken }).goTo(page);
  }

  @Post('lost-order-number')
  @Answers('Mails the order numbers of an address to that address; the answer is the same for an unknown one.', nothing)
  async lostNumber(@Body({ schema: lostNumber }) { address }: LostNumber, @Req() request: FastifyRequest) {
    await this.lostNumbers.send(address, plainIp(request.ip)).catch((error: unknown) => {
      if (error instanceof Refused) error.errors = { address: error.message };
      throw error instanceof Refused ? error.goTo(routes.track()) : error;
    });
    return done('If we have orders with this address, we send their numbers to it now.').goTo(routes.track());
  }

  @Post('get-download-history')
  @OpenBy('visitor', VisitorGuard)
  @Answers('Where the order stands, and the customer’s downloads, newest first.', downloadEntry.array(), {
    beside: historyBeside,
  })
  async history(@CurrentVisitor() visitor: Visitor, @Body({ schema: visitorOrder }) { orderId }: VisitorOrder) {
    const { data, ...beside } = await this.visitors.history(visitor, orderId);
    return withData(data, beside);
  }

  @Post('download-passport-doc-pdf')
  @OpenBy('visitor', VisitorGuard)
  @Answers('A link to the card, good for five minutes.', downloadLink, { refuses: [404, 409] })
  async download(@CurrentVisitor() visitor: Visitor, @Body({ schema: requestDownload }) input: RequestDownload) {
    return done('Your download starts now.', { url: await this.visitors.requestDownload(visitor, input) });
  }

  @Post('confirm-download')
  @OpenBy('visitor', VisitorGuard)
  @Answers('Says that the browser has the whole card, by the size and the hash that it counted.', nothing, {
    refuses: [404, 409],
  })
  async confirm(@CurrentVisitor() visitor: Visitor, @Body({ schema: confirmDownload }) confirmed: ConfirmDownload) {
    await this.visitors.confirmDownload(visitor, confirmed);
    return done('Thank you.');
  }

  @Post('send-card-again')
  @OpenBy('visitor', VisitorGuard)
  @Answers('Mails the card to the order’s address once more; three times a day.', nothing, { refuses: [409] })
  async sendAgain(
    @CurrentVisitor() visitor: Visitor,
    @Body({ schema: visitorOrder }) { orderId }: VisitorOrder,
    @Req() request: FastifyRequest,
  ) {
    const page = routes.download(encodeOrderId(orderId));
    await this.visitors.sendAgain(visitor, orderId, request).catch((error: unknown) => {
      throw error instanceof Refused && error.code !== 401 ? error.goTo(page) : error;
    });
    return done('We send your card to your email again.').goTo(page);
  }

  @Post('correct-order')
  @OpenBy('visitor', VisitorGuard)
  @Answers('Amends the order with the fields that the customer is asked for and has corrected.', corrected, {
    refuses: [409],
  })
  async correct(
    @CurrentVisitor() visitor: Visitor,
    @Body({ schema: correctOrder }) { _csrf, ...sent }: CorrectOrder,
    @Req() request: FastifyRequest,
  ) {
    const encodedId = encodeOrderId(sent.orderId);
    const result = await this.visitors.correct(visitor, sent, request).catch((error: unknown) => {
      throw error instanceof Refused && error.code !== 401 ? error.goTo(routes.correct(encodedId)) : error;
    });
    const isAll = result.asked.length === 0;
    return done(isAll ? thanks : `${thanks} ${stillAsked}`, result).goTo(
      isAll ? routes.download(encodedId) : routes.correct(encodedId),
    );
  }

  @Post('order-request')
  @OpenBy('visitor', VisitorGuard)
  @Answers('Asks the team for a refund, a corrected card or a changed flight. Nothing changes by itself.', nothing, {
    refuses: [409],
  })
  async ask(
    @CurrentVisitor() visitor: Visitor,
    @Body({ schema: askRequest }) asked: AskRequest,
    @Req() request: FastifyRequest,
  ) {
    const page = pageOf(asked);
    await this.visitors.ask(visitor, asked, request).catch((error: unknown) => {
      throw error instanceof Refused && error.code !== 401 ? error.goTo(page) : error;
    });
    return done('We have your request. A member of our team reads it.').goTo(page);
  }
}

/** The page that a request is made on. */
function pageOf({ orderId, kind }: AskRequest): string {
  const id = encodeOrderId(orderId);
  return kind === 'refund' ? routes.charge(id) : routes.ask(id, kind);
}

const thanks = 'Thank you. We have your corrections.';
const stillAsked = 'Please also look at what is below.';
