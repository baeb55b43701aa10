import 'reflect-metadata';
import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { surviveLoss } from '../platform/lost-connection.js';
import { Activity } from './activity.entity.js';
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
import { Order } from './order.entity.js';
import { Pack } from './pack.entity.js';
import { Remark } from './remark.entity.js';
import { ResetLink } from './reset-link.entity.js';
import { Session } from './session.entity.js';
import { VisitorSession } from './visitor-session.entity.js';

export const entities = [
  Activity,
  Document,
  Download,
  Gateway,
  IntakeKey,
  Invoice,
  Mail,
  MailEvent,
  Member,
  Order,
  Pack,
  Remark,
  ResetLink,
  Session,
  VisitorSession,
];

/** camelCase properties, snake_case columns. */
class SnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

/** How this product connects to PostgreSQL; `pool` is the most connections the process keeps. */
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
    ],
    namingStrategy: new SnakeCase(),
    installExtensions: false,
    synchronize: false,
    migrationsTransactionMode: 'each',
    poolSize: pool,
    extra: {
      application_name: 'arrival-card-desk',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      // A request that waits longer is worth more as an error than as a pile of waiting ones.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 30_000,
      onConnect: surviveLoss,
    },
  };
}

/** A data source of one's own, for scripts; the application gets its own from Nest. */
export function dataSource(url: string, pool = 2): DataSource {
  return new DataSource(connection(url, pool));
}
