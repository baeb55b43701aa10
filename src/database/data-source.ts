import 'reflect-metadata';
import pg from 'pg';
import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { ignoreConnectionErrors } from '../platform/lost-connection.js';
import { Activity } from './activity.entity.js';
import { Dispute } from './dispute.entity.js';
import { ChargeView } from './charge-view.entity.js';
import { Correction } from './correction.entity.js';
import { Document } from './document.entity.js';
import { Download } from './download.entity.js';
import { Gateway } from './gateway.entity.js';
import { IntakeKey } from './intake-key.entity.js';
import { Invoice } from './invoice.entity.js';
import { MailEvent } from './mail-event.entity.js';
import { InboundFile } from './inbound-file.entity.js';
import { InboundMail } from './inbound-mail.entity.js';
import { Mail } from './mail.entity.js';
import { Member } from './member.entity.js';
import { OrderCharge } from './order-charge.entity.js';
import { OrderFile } from './order-file.entity.js';
import { OrderRequest } from './order-request.entity.js';
import { Order } from './order.entity.js';
import { Pack } from './pack.entity.js';
import { PatientPool } from './patient-pool.js';
import { Policy } from './policy.entity.js';
import { PreparingClient } from './prepared.js';
import { Refund } from './refund.entity.js';
import { Remark } from './remark.entity.js';
import { ResetLink } from './reset-link.entity.js';
import { Session } from './session.entity.js';
import { Shop } from './shop.entity.js';
import { VisitorSession } from './visitor-session.entity.js';

export const entities = [
  InboundFile,
  InboundMail,
  Activity,
  Dispute,
  ChargeView,
  Correction,
  Document,
  Download,
  Gateway,
  IntakeKey,
  Invoice,
  Mail,
  MailEvent,
  Member,
  Order,
  OrderCharge,
  OrderFile,
  OrderRequest,
  Pack,
  Policy,
  Refund,
  Remark,
  ResetLink,
  Session,
  Shop,
  VisitorSession,
];

/** By which PostgreSQL's views name the connections of web and worker. */
export const applicationName = 'arrival-card-desk';

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
      Client: PreparingClient,
    },
  };
}

/** A separate data source, for scripts; the application gets its own from Nest. */
export function dataSource(url: string, pool = 2): DataSource {
  return new DataSource(connection(url, pool));
}
