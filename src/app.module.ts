import { type ArgumentMetadata, type DynamicModule, Module, StandardSchemaValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountModule } from './account/account.module.js';
import { ActivityModule } from './activity/activity.module.js';
import { ApiDocsModule } from './api-docs/api-docs.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { StaffGuard } from './auth/staff.guard.js';
import { connection } from './database/data-source.js';
import { PipeliningDataSource } from './database/pipelining-data-source.js';
import { DatabaseModule } from './database/database.module.js';
import { CallSheetModule } from './call-sheet/call-sheet.module.js';
import { DeskModule } from './desk/desk.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { DisputesModule } from './disputes/disputes.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { AuthorityModule } from './authority/authority.module.js';
import { FillerModule } from './filler/filler.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { InboundModule } from './inbound/inbound.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { LiveModule } from './live/live.module.js';
import { MacrosModule } from './macros/macros.module.js';
import { MailModule } from './mail/mail.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { PacksModule } from './packs/packs.module.js';
import { PageFrame } from './page-frame.js';
import type { Env } from './platform/env.js';
import { ErrorsFilter } from './platform/errors.filter.js';
import { IdempotencyInterceptor } from './platform/idempotency/idempotency.interceptor.js';
import { InertiaInterceptor } from './platform/inertia/inertia.interceptor.js';
import { PlatformModule } from './platform/platform.module.js';
import { ReplyInterceptor } from './platform/reply.interceptor.js';
import { Refused } from './platform/reply.js';
import { PoliciesModule } from './policies/policies.module.js';
import { RemarksModule } from './remarks/remarks.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { ShopsModule } from './shops/shops.module.js';
import { StandingModule } from './standing/standing.module.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { StripeModule } from './stripe/stripe.module.js';
import { SystemModule } from './system/system.module.js';
import { TeamModule } from './team/team.module.js';
import { UnmatchedModule } from './unmatched/unmatched.module.js';
import { VisitorModule } from './visitor/visitor.module.js';

const features = [
  ActivityModule,
  AuthModule,
  OrdersModule,
  LiveModule,
  DraftsModule,
  RemarksModule,
  MailModule,
  DocumentsModule,
  PacksModule,
  RequestsModule,
  PoliciesModule,
  DisputesModule,
  StripeModule,
  SavedViewsModule,
  MacrosModule,
  CallSheetModule,
  StandingModule,
  InboundModule,
  UnmatchedModule,
  AuthorityModule,
  FillerModule,
  GatewayModule,
  TeamModule,
  VisitorModule,
  IntakeModule,
  ShopsModule,
  AccountModule,
  AuditModule,
  StatisticsModule,
  SystemModule,
  RetentionModule,
  DeskModule,
  ApiDocsModule,
];

/** All modules of the product, used by both the web process and the worker. */
@Module({})
export class AppModule {
  static with(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(env),
        TypeOrmModule.forRootAsync({
          useFactory: () => ({
            ...connection(env.DATABASE_URL!, env.DATABASE_POOL),
            retryAttempts: 30,
            retryDelay: 1_000,
          }),
          dataSourceFactory: (options) => new PipeliningDataSource(options!).initialize(),
        }),
        DatabaseModule,
        ...features,
      ],
      providers: [
        PageFrame,
        { provide: APP_GUARD, useClass: StaffGuard },
        { provide: APP_INTERCEPTOR, useClass: InertiaInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
        { provide: APP_FILTER, useExisting: ErrorsFilter },
        { provide: APP_PIPE, useFactory: () => new InputPipe({ exceptionFactory: toRefused }) },
      ],
    };
  }
}

/**
 * Checks every input against its schema. A missing body counts as an empty object, so that the refusal names each missing
 * field. What fails in the path is 404: it names nothing (docs/http-api.md#the-api).
 */
class InputPipe extends StandardSchemaValidationPipe {
  override transform<T>(value: T, about: ArgumentMetadata): Promise<T> {
    const checked = super.transform(about.type === 'body' ? (value ?? ({} as T)) : value, about);
    return about.type === 'param' ? checked.catch(asNotFound) : checked;
  }
}

function asNotFound(error: Error): never {
  throw error instanceof Refused ? new Refused(error.message, 404) : error;
}

type Issue = { message: string; path?: readonly (PropertyKey | { key: PropertyKey })[] };

/**
 * Every wrong field with its first message, as the API's contract defines it (docs/http-api.md#the-api). A field of an
 * object in the body goes by its own name, an entry of a list by the list's.
 */
function toRefused(issues: readonly Issue[]): Refused {
  const errors: Record<string, string> = {};
  for (const { path = [], message } of issues) {
    const keys = path.map((part) => (typeof part === 'object' ? part.key : part));
    const list = keys.findIndex((key) => typeof key === 'number');
    const field = String(keys.at(list > 0 ? list - 1 : list === 0 ? 0 : -1) ?? 'body');
    if (!Object.hasOwn(errors, field)) errors[field] = message;
  }
  return Refused.input(errors);
}
