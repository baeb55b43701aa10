import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, nextCookie, sessionCookie } from '../auth/cookies.js';
import { uploadBytes } from '../shared/limits.js';
import { Env } from './env.js';
import { renderPage } from './inertia/inertia.js';
import { back, redirect, sendRedirect } from './inertia/redirect.js';
import { isInertia, isPrecognitive } from './inertia/request.js';
import { isFromPage } from './reply.interceptor.js';
import { Refused } from './reply.js';

/**
 * Every failure leaves here: the envelope for API callers, errors and toast back on the page for what a page sent, an error
 * page for who opens one. What nobody foresaw is logged whole and answered without its words.
 */
@Catch()
@Injectable()
export class ErrorsFilter implements ExceptionFilter {
  private readonly log = new Logger('errors');

  constructor(private readonly env: Env) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.sent || reply.raw.headersSent) {
      this.log.warn({ ref: request.id, error: String(error) }, 'failed after the answer began');
      return;
    }

    const refused = toRefused(error) ?? this.unforeseen(error, request);
    if (refused.retryAfter !== undefined) reply.header('Retry-After', String(refused.retryAfter));
    if (isPrecognitive(request)) {
      return void asJson(refused, reply).send({ message: refused.message, errors: refused.errors ?? {} });
    }
    if (isFromPage(request) && request.method !== 'GET') return void this.backToPage(refused, request, reply);
    if (isForApi(request)) return void asJson(refused, reply).send(toEnvelope(refused, request));
    return this.errorPage(refused, request, reply);
  }

  private unforeseen(error: unknown, request: FastifyRequest): Refused {
    this.log.error({ ref: request.id, route: request.routeOptions.url, error }, 'unforeseen');
    return new Refused('Something went wrong on our side. Please try again.', 500 as never);
  }

  private backToPage(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (refused.code === 401 && !refused.beside.error) return this.toSignIn(refused, request, reply);

    const said = refused.beside.error as { message: string } | undefined;
    const failed = (refused.data as { failed?: unknown } | null)?.failed;
    const answer = refused.to === undefined ? back('/') : redirect(refused.to);
    if (refused.errors ?? said) answer.errors(refused.errors ?? { form: refused.message });
    if (!refused.errors)
      answer.flash({ toast: { type: 'error', message: refused.message }, ...(failed ? { failed } : {}) });
    return sendRedirect(request, reply, answer);
  }

  private toSignIn(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (request.method === 'GET') void reply.setCookie(nextCookie, request.url, cookieOptions(this.env, 600));
    const wasSignedIn = request.cookies[sessionCookie] !== undefined;
    void reply.clearCookie(sessionCookie, cookieOptions(this.env));
    const answer = redirect('/');
    if (wasSignedIn) answer.clearHistory().flash({ toast: { type: 'error', message: refused.message } });
    return sendRedirect(request, reply, answer);
  }

  private async errorPage(refused: Refused, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const isSpent = refused.code === 401;
    if (isSpent && !opensFile(request)) return void this.toSignIn(refused, request, reply);

    const words = isSpent ? spentLink : { title: titleOf(refused.code), message: refused.message };
    await renderPage(request, reply, {
      component: 'error/error',
      status: refused.code,
      props: { status: refused.code, ...words, ref: request.id },
    });
  }
}

/** The handler may have named the type of what it would have answered. */
function asJson(refused: Refused, reply: FastifyReply): FastifyReply {
  return reply.code(refused.code).type('application/json; charset=utf-8');
}

/** Whether the caller reads JSON: everything under /api and /uploads that no page sent, and what a script asks for. */
function isForApi(request: FastifyRequest): boolean {
  const forPages = (isInertia(request) && request.method === 'GET') || opensFile(request);
  return !forPages && /^\/(?:api|uploads|dev|metrics|admin\/live)(?:\/|$|\?)/.test(request.url);
}

/** Whether a person follows a link to a file, so that a refusal is read by him and not by a script. */
function opensFile({ url, headers }: FastifyRequest): boolean {
  return url.startsWith('/uploads/') && headers['sec-fetch-dest'] === 'document';
}

/** Links to a card are good for five minutes (api: Visitors); it doesn't say whether the file is there. */
const spentLink = {
  title: 'This link has run out',
  message: 'Please open the order’s page again and download the card there.',
};

function toEnvelope(refused: Refused, request: FastifyRequest) {
  return {
    // A refused sign-in is a failure, not a spent session (api: Common to every call).
    status: refused.code === 401 && !refused.beside.error ? 401 : 0,
    message: refused.message,
    data: refused.data,
    ...(refused.code === 422 && { errors: refused.errors ?? { body: refused.message } }),
    ...refused.beside,
    ref: request.id,
  };
}

function titleOf(code: number): string {
  if (code === 403) return 'Not allowed';
  if (code === 404) return 'Not found';
  return 'Something went wrong';
}

/** What a failure of the framework, the parsers or the database means to a client; undefined for a bug of ours. */
function toRefused(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;

  const { code = '', statusCode = error instanceof HttpException ? error.getStatus() : 0 } = error as {
    code?: string;
    statusCode?: number;
  };
  if (unreachable.test(code) || cutOff.test(String(error)))
    return new Refused('The service is not available right now. Please try again soon.', 503);
  if (code.startsWith('22')) return new Refused('Invalid input', 422);
  if (statusCode === 404 || statusCode === 405) return new Refused('There is no such path.', 404);
  if (statusCode === 413) return new Refused(tooLarge(code), 413);
  if (statusCode === 415) return new Refused('This media type is not accepted here.', 415);
  if (statusCode === 429) return new Refused('Too many requests. Please wait and try again.', 429);
  if (statusCode === 503) return new Refused('The service is not available right now. Please try again soon.', 503);
  if (statusCode >= 400 && statusCode < 500) return new Refused('Invalid input', 422);
  return undefined;
}

/** Connections refused, lost or cut off, statements that ran out of time, and no room or memory left (PostgreSQL's class 53). */
const unreachable = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|57P0\d|57014|08\w{3}|53\w{3})$/;
/** What pg and TypeORM say, without a code, when a connection breaks or none is to be had. */
const cutOff =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|QueryRunner(?:Provider)?AlreadyReleasedError/;

function tooLarge(code: string): string {
  const isFile = code === 'FST_REQ_FILE_TOO_LARGE';
  return isFile ? `File is too large (max ${uploadBytes / 1024 / 1024} MB).` : 'This request is too large.';
}
