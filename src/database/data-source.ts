import 'reflect-metadata';
import pg from 'pg';
import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { ignoreConnectionErrors } from '../platform/lost-connection.js';
import { Activity } from './activity.entity.js';
import { Dispute } from './dispute.entity.js';
import { ChargeView } from './charge-view.entity.js';
import { Document } from './document.entity.js';
import { Download } from './download.entity.js';
import { Gateway } from './gateway.entity.js';
import { IntakeKey } from './intake-key.entity.js';
import { Invoice } from './invoice.entity.js';
import { MailEvent } from './mail-event.entity.js';
import { Mail } from './mail.entity.js';
import { Member } from './member.entity.js';
import { CreateTables1764000000000 } from './migrations/1764000000000-create-tables.js';
import { AddUndos1764100000000 } from './migrations/1764100000000-add-undos.js';
import { TellOfChanges1764100100000 } from './migrations/1764100100000-tell-of-changes.js';
import { UndoInPortions1764200000000 } from './migrations/1764200000000-undo-in-portions.js';
import { FindFilesByKey1764300000000 } from './migrations/1764300000000-find-files-by-key.js';
import { AddDrafts1764400100000 } from './migrations/1764400100000-add-drafts.js';
import { AddIdempotencyKeys1764400000000 } from './migrations/1764400000000-add-idempotency-keys.js';
import { KeepShopsApart1764440000000 } from './migrations/1764440000000-keep-shops-apart.js';
import { FoldOnce1764470000000 } from './migrations/1764470000000-fold-once.js';
import { ReadByIndexAlone1764470100000 } from './migrations/1764470100000-read-by-index-alone.js';
import { NoteJobRuns1764460000000 } from './migrations/1764460000000-note-job-runs.js';
import { AddDisputes1764540000000 } from './migrations/1764540000000-add-disputes.js';
import { AddPolicies1764540100000 } from './migrations/1764540100000-add-policies.js';
import { AddOrderRequests1764550000000 } from './migrations/1764550000000-add-order-requests.js';
import { OrderRequest } from './order-request.entity.js';
import { Order } from './order.entity.js';
import { Pack } from './pack.entity.js';
import { PatientPool } from './patient-pool.js';
import { Policy } from './policy.entity.js';
import { Remark } from './remark.entity.js';
import { ResetLink } from './reset-link.entity.js';
import { Session } from './session.entity.js';
import { Shop } from './shop.entity.js';
import { VisitorSession } from './visitor-session.entity.js';

export const entities = [
  Activity,
  Dispute,
  ChargeView,
  Document,
  Download,
  Gateway,
  IntakeKey,
  Invoice,
  Mail,
  MailEvent,
  Member,
  Order,
  OrderRequest,
  Pack,
  Policy,
  Remark,
  ResetLink,
  Session,
  Shop,
  VisitorSession,
];

/**
 * The application name of the connections of web and worker. Its number rises with a version that must leave something in
 * place for the version before it. `migrate.ts` removes that once no connection uses the earlier name.
 */
export const applicationName = 'arrival-card-desk 2';

/** Maps camelCase properties to snake_case columns. */
class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/** The options of a connection to PostgreSQL; `pool` is the most connections the process keeps. */
export function connection(url: string, pool: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: [
      CreateTables1764000000000,
      AddUndos1764100000000,
      TellOfChanges1764100100000,
      UndoInPortions1764200000000,
      FindFilesByKey1764300000000,
      AddIdempotencyKeys1764400000000,
      AddDrafts1764400100000,
      KeepShopsApart1764440000000,
      FoldOnce1764470000000,
      ReadByIndexAlone1764470100000,
      NoteJobRuns1764460000000,
      AddDisputes1764540000000,
      AddPolicies1764540100000,
      AddOrderRequests1764550000000,
    ],
    namingStrategy: new SnakeCase(),
    installExtensions: false,
    synchronize: false,
    migrationsTransactionMode: 'each',
    poolSize: pool,
    driver: { ...pg, Pool: PatientPool },
    extra: {
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      // A slow statement fails, so that waiting requests don't pile up.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
      onConnect: ignoreConnectionErrors,
    },
  };
}

/** A separate data source, for scripts; the application gets its own from Nest. */
export function dataSource(url: string, pool = 2): DataSource {
  return new DataSource(connection(url, pool));
}
