import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Staff } from '../../src/auth/staff.js';
import { defaultSettings } from '../../src/shared/settings.js';
import type { Mail } from '../../src/database/mail.entity.js';
import type { Order } from '../../src/database/order.entity.js';
import type { MailFile, MailService, NewMail } from '../../src/mail/mail.service.js';
import type { SendingService } from '../../src/mail/sending.service.js';
import type { Storage } from '../../src/platform/storage.js';
import { openContext, product } from '../support/app.js';
import { makeDataFolder } from '../support/data-folder.js';
import { makeDatabase } from '../support/database.js';
import { startProvider } from './provider-server.js';

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>;

/** The product without its web server and jobs, on its own database; mails go to a stand-in provider that can be set to fail. */
export async function openPostOffice() {
  const [database, dataDir, provider] = await Promise.all([
    makeDatabase(),
    makeDataFolder('desk-mail-'),
    startProvider(),
  ]);
  const settings: Record<string, string> = {
    NODE_ENV: 'production',
    EMBEDDED: '1',
    PUBLIC_URL: 'https://desk.example',
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret of tests that nobody else has',
    DATABASE_URL: database.url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    SENDGRID_API_KEY: 'SG.test',
    ...provider.settings,
  };
  const owner = await product.dataSource(database.ownerUrl).initialize();
  const [member] = await owner.query<{ id: number }[]>(
    `INSERT INTO members (name, email, type, password_hash) VALUES ('Demo Team', 'team@demo.test', 'Team', '') RETURNING id`,
  );
  const staff: Staff = {
    id: member!.id,
    name: 'Demo Team',
    email: 'team@demo.test',
    type: 'Team',
    settings: defaultSettings,
    sessionId: '',
    missing: null,
    hasFactor: false,
    factorAt: null,
  };
  const app = await openContext(product.readEnv(settings));

  return {
    settings,
    provider,
    staff,
    database: owner,
    mail: app.get<MailService>('MailService'),
    sending: app.get<SendingService>('SendingService'),
    get: <Service>(name: string): Service => app.get<Service>(name),

    /** An order of Ann Example; `more` replaces columns. */
    async order(more: Partial<Order> = {}): Promise<Order> {
      const orders = owner.getRepository<Order>('Order');
      const { identifiers } = await orders.insert({ ...ann, externalRef: randomUUID(), ...more });
      return orders.findOneByOrFail({ id: identifiers[0]!.id as number });
    },

    /** A file in Storage, in the form of a mail's attachment. */
    async file(content = '%PDF-1.7 a card'): Promise<MailFile> {
      const storageKey = `documents/${randomUUID()}.pdf`;
      await app.get<Storage>('Storage').put(storageKey, Buffer.from(content), 'application/pdf');
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { storageKey, filename: 'card.pdf', contentType: 'application/pdf', sha256 };
    },

    /** Writes a mail as a member's change does, with its order locked. */
    write(order: Order | null, more: Partial<NewMail> = {}): Promise<Mail> {
      return owner.transaction(async (manager) => {
        if (order) await manager.query('SELECT 1 FROM orders WHERE id = $1 FOR UPDATE', [order.id]);
        const mail: NewMail = {
          order,
          kind: 'approval',
          provider: 'AWS',
          recipient: 'ann@example.com',
          sentBy: staff,
          ...more,
        };
        return app.get<MailService>('MailService').write(mail, manager);
      });
    },

    async row(mailId: number): Promise<Record<string, unknown>> {
      const [row] = await owner.query<Record<string, unknown>[]>('SELECT * FROM mails WHERE id = $1', [mailId]);
      return row!;
    },

    /** The activity rows about an order's mails, oldest first: `action from>to`. */
    async activity(orderId: number | null): Promise<string[]> {
      const rows = await owner.query<{ line: string }[]>(
        `SELECT concat_ws(' ', action, "from" || '>' || "to") AS line FROM activity
         WHERE order_id IS NOT DISTINCT FROM $1 AND action LIKE 'mail.%' ORDER BY id`,
        [orderId],
      );
      return rows.map(({ line }) => line);
    },

    async close(): Promise<void> {
      await app.close();
      await owner.destroy();
      await provider.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const firstTry = { number: 1, last: false };
export const lastTry = { number: 10, last: true };

const ann: Omit<Partial<Order>, 'id'> = {
  bodySha256: '',
  processStatus: 'New',
  processingMode: 'Standard Processing',
  wantsPriority: false,
  fullName: 'Ann Example',
  contactEmailAddress: 'ann@example.com',
  confirmContactEmailAddress: 'ann@example.com',
  email: 'ann@example.com',
  phoneCode: '+60',
  phoneNumber: '123456789',
  nationality: 'GBR',
  passportNo: 'X1234567',
  dob: '1990-05-17',
  sex: 'F',
  passportExpiry: '2031-01-31',
  doa: '2026-03-04',
  landingDomain: 'malaysia-arrival-card.example',
  processingDate: '2026-03-02',
  processMonth: '2026-03',
};
