import { type LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import type { Env } from './env.js';

/** Names of fields that are never logged: passport data, addresses and tokens. */
const secret = [
  'passport_no',
  'passportNo',
  'password',
  'token',
  'authorization',
  'cookie',
  'email',
  'recipient',
  'parameters',
];

export function makeLog(env: Env, process: 'web' | 'worker'): Logger {
  return pino({
    level: env.LOG_LEVEL,
    base: { process },
    redact: { paths: secret.flatMap((name) => [name, `*.${name}`]), censor: '[kept out]' },
    serializers: { error: toPlain, err: toPlain },
  });
}

/** An error without the values that a database error holds, because they may be personal data. */
function toPlain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { name: error.name, message: error.message, code: (error as { code?: string }).code, stack: error.stack };
}

/** Nest's logger on pino: `log({ fields }, 'sentence')` or `log('sentence')`, the context as a field. */
export class NestLog implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    // Nest's start-up lines are logged at level debug.
    this.write(isNests(rest) ? 'debug' : 'info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug', message: unknown, rest: unknown[]): void {
    const context = rest.length > 0 ? rest.at(-1) : undefined;
    if (typeof message === 'object' && message !== null && !(message instanceof Error)) {
      this.pino[level]({ context, ...message }, rest.length > 1 ? String(rest[0]) : undefined);
    } else {
      this.pino[level]({ context, ...(message instanceof Error && { error: message }) }, String(message));
    }
  }
}

function isNests(rest: unknown[]): boolean {
  return ['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication'].includes(
    String(rest.at(-1)),
  );
}
