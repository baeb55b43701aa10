import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, nextCookie, sessionCookie, setCookie } from './cookies.js';
import { uploadBytes } from '../shared/limits.js';
import { Env } from './env.js';
import { renderPage } from './inertia/inertia.js';
import { back, redirect, sendRedirect } from './inertia/redirect.js';
import { isInertia, isPrecognitive } from './inertia/request.js';
import { isFromPage } from './reply.interceptor.js';
import { Refused } from './reply.js';
import { areaOfRequest } from './request-area.js';

/**
 * Answers every failure: with the envelope for API callers, with errors and a toast on the page for requests from a page,
 * with an error page for a visited address. An unexpected error is logged in full; its message is not sent.
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

    const refused = toRefused(error) ?? readerLeft(error, request) ?? this.unforeseen(error, request);
    if (refused.retryAfter !== undefined) reply.header('Retry-After', String(refused.retryAfter));
    if (isPrecognitive(request)) {
      return void asJson(refused, reply).send({ message: refused.message, errors: refused.errors ?? {} });
    }
    const staysOnPage = refused.staysOnPage || isReadOfPage(request);
    if (staysOnPage && isSpent(refused)) return void asJson(refused, reply).send(toEnvelope(refused, request));
    if (isFromPage(request) && request.method !== 'GET') return void this.backToPage(refused, request, reply);
    if (isForApi(request)) return void asJson(refused, reply).send(toEnvelope(refused, request));
    return this.errorPage(refused, request, reply);
  }

  private unforeseen(error: unknown, request: FastifyRequest): Refused {
    this.log.error({ ref: request.id, route: request.routeOptions.url, error }, 'unforeseen');
    return new Refused('Something went wrong on our side. Please try again.', 500 as never);
  }

  private backToPage(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (isSpent(refused) && refused.to === undefined) return this.toSignIn(refused, request, reply);

    const said = refused.beside.error as { message: string } | undefined;
    const failed = (refused.data as { failed?: unknown } | null)?.failed;
    const answer = refused.to === undefined ? back('/') : redirect(refused.to);
    if (refused.errors ?? said) answer.errors(refused.errors ?? { form: refused.message });
    if (!refused.errors)
      answer.flash({ toast: { type: refused.toast, message: refused.message }, ...(failed ? { failed } : {}) });
    return sendRedirect(request, reply, answer);
  }

  private toSignIn(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (request.method === 'GET') setCookie(reply, this.env, nextCookie, request.url, 600);
    const wasSignedIn = request.cookies[sessionCookie] !== undefined;
    clearCookie(reply, this.env, sessionCookie);
    const answer = redirect('/');
    if (wasSignedIn) answer.flash({ toast: { type: 'error', message: refused.message } });
    return sendRedirect(request, reply, answer);
  }

  private async errorPage(refused: Refused, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const spent = refused.code === 401;
    if (spent && !opensFile(request)) return void this.toSignIn(refused, request, reply);

    const words = spent ? spentLink : { title: titleOf(refused.code), message: refused.message };
    await renderPage(request, reply, {
      component: 'error/error',
      status: refused.code,
      props: { status: refused.code, ...words, ref: request.id, link: refused.link ?? null },
    });
  }
}

/** A refusal for a client that closed the connection; 499 is the code that proxies log for it. */
function readerLeft(error: unknown, { raw }: FastifyRequest): Refused | undefined {
  const { code } = error as { code?: string };
  if (code !== 'ERR_STREAM_PREMATURE_CLOSE' || !raw.socket.destroyed) return undefined;
  return new Refused('The request was cancelled.', 499);
}

/** Overwrites the content type, because the handler may have set the one of its own answer. */
function asJson(refused: Refused, reply: FastifyReply): FastifyReply {
  return reply.code(refused.code).type('application/json; charset=utf-8');
}

/** Whether the session has ended; a refused sign-in is a failure instead (docs/http-api.md#the-api). */
function isSpent({ code, beside }: Refused): boolean {
  return code === 401 && !beside.error;
}

/**
 * Whether Inertia's client asks for a page or for parts of the current one; the client then decides whether to go to the
 * login.
 */
function isReadOfPage(request: FastifyRequest): boolean {
  return isInertia(request) && request.method === 'GET';
}

/** Whether the caller reads JSON: in areas that answer JSON, unless a page asked, and for a file that a script fetches. */
function isForApi(request: FastifyRequest): boolean {
  const { answers } = areaOfRequest(request);
  const forPages = isReadOfPage(request) || opensFile(request);
  return !forPages && (answers === 'json' || answers === 'file');
}

/** Whether a person follows a link to a file, so that a person, not a script, reads the refusal. */
function opensFile(request: FastifyRequest): boolean {
  return areaOfRequest(request).answers === 'file' && request.headers['sec-fetch-dest'] === 'document';
}

/**
 * Links to a card are valid for five minutes (docs/visitors.md#visitors). The text doesn't reveal whether the file exists.
 */
const spentLink = {
  title: 'This link has run out',
  message: 'Please open the order’s page again and download the card there.',
};

function toEnvelope(refused: Refused, request: FastifyRequest) {
  return {
    status: isSpent(refused) ? 401 : 0,
    message: refused.message,
    data: refused.data,
    ...(refused.code === 422 && { errors: refused.errors ?? { body: refused.message } }),
    ...refused.beside,
    ref: refused.ref ?? request.id,
  };
}

function titleOf(code: number): string {
  if (code === 403) return 'Not allowed';
  if (code === 404) return 'Not found';
  return 'Something went wrong';
}

/** The refusal for a failure of the framework, the parsers or the database; undefined for a bug of ours. */
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

/**
 * Codes of refused and lost connections, of statements that timed out, and of a lack of disk or memory (PostgreSQL's
 * class 53).
 */
const unreachable = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|57P0\d|57014|08\w{3}|53\w{3})$/;
/** Messages of pg and TypeORM, which have no code, for a broken or unavailable connection. */
const cutOff =
  /Connection terminated|not queryable|timeout exceeded when trying to connect|QueryRunner(?:Provider)?AlreadyReleasedError/;

function tooLarge(code: string): string {
  const isFile = code === 'FST_REQ_FILE_TOO_LARGE';
  return isFile ? `File is too large (max ${uploadBytes / 1024 / 1024} MB).` : 'This request is too large.';
}
